import * as z from 'zod/mini';
import { inputText } from '../bank/check.js';
import type { Fields, Operation } from '../bank/define.js';
import { loadOperation } from '../bank/families.js';
import { readArguments } from '../client/arguments.js';
import type { Outcome } from '../client/outcome.js';
import { type ExitClass, PayctlError, usageError } from '../core/errors.js';
import { optionalField } from '../core/fields.js';
import type { Message } from '../core/message.js';
import { once } from '../core/once.js';
import { normalizeBankUrl } from '../journal/claim.js';
import { type Journal, knownOperation } from '../journal/journal.js';
import { unknownReferenceError } from '../journal/list.js';
import { type RecoveredCharge, recover } from '../journal/recover.js';
import { libraryMessages as says } from '../messages/library.js';
import { asPayctlError } from '../runtime/carry-out.js';
import { chargeWithNotes } from '../runtime/charging.js';
import { UNATTENDED } from '../runtime/door.js';
import { type Failure, toFailure } from '../runtime/failure.js';
import type { Services } from '../runtime/services.js';
import { waitFor } from '../runtime/wait.js';
import { ChargePermission } from '../state/permission.js';
import { readInput } from './input.js';
import { toEnded, toPayment, withPaymentErrors } from './payment.js';
import { servicesFor } from './settings.js';
import type {
  Payment,
  PaymentOptions,
  PaymentsSettings,
  Recovered,
  ResolveOptions,
} from './types.js';

type RecoverOptions = Pick<PaymentOptions, 'signal' | 'waitMs'>;

const RECOVER = {
  signal: z.optional(z.instanceof(AbortSignal)),
  waitMs: z.optional(z.number().check(z.minimum(0))),
} satisfies Record<keyof RecoverOptions, unknown>;
const RESOLVE = { ...RECOVER, operation: z.optional(z.string()) } satisfies Record<
  keyof ResolveOptions,
  unknown
>;
const CALL = {
  ...RECOVER,
  timeoutMs: z.optional(z.number().check(z.minimum(1))),
  extra: z.optional(z.record(z.string(), z.unknown())),
} satisfies Record<keyof PaymentOptions, unknown>;
/** The options of the methods, by their names. */
const OPTIONS = {
  charge: z.strictObject(CALL),
  refund: z.strictObject(CALL),
  create: z.strictObject(CALL),
  inquire: z.strictObject(CALL),
  resolve: z.strictObject(RESOLVE),
  recover: z.strictObject(RECOVER),
} as const;
const OPERATION = z.strictObject({ operation: z.string() });
const REFERENCE = z.strictObject({ reference: z.string() });

/** The methods that make one call. */
export type CallMethod = 'charge' | 'refund' | 'create' | 'inquire';

/** The method for an operation; a refund is a charge, too. */
function methodFor({ effect, role }: Operation): CallMethod {
  if (effect === 'money') return role === 'reversal' ? 'refund' : 'charge';
  return effect === 'read' ? 'inquire' : 'create';
}

/** The calls of one `createPayments`: the parts of the command's runs, with values in place of a terminal. */
export class Calls {
  readonly #services: Services;
  readonly #underWay = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  private constructor(services: Services) {
    this.#services = services;
  }

  static open(settings: PaymentsSettings): Promise<Calls> {
    return withPaymentErrors(async () => new Calls(await servicesFor(settings)));
  }

  readonly #journal = once(async (): Promise<Journal> => {
    return { ...(await this.#services.journalToCharge()), underWay: new Set() };
  });

  readonly #warned = once(() => this.#services.warnBeforeFirstCharge());

  make(method: CallMethod, id: string, given: Fields, options: PaymentOptions): Promise<Payment> {
    return this.#work(async () => {
      readArguments(`payments.${method}`, OPERATION, { operation: id });
      readArguments(`payments.${method}`, OPTIONS[method], options);
      const operation = await loadOperation(id);
      const right = methodFor(operation);
      const isCharge = method === 'charge' && operation.effect === 'money';
      if (method !== right && !isCharge) {
        throw usageError(says.otherMethod(id, method), says.useMethod(right));
      }
      const input = await readInput(operation, given, options.extra, this.#services);
      const reference = operation.reference && inputText(input, operation.reference);
      return valued({ operation: id, reference }, async () =>
        toPayment(await this.#call(operation, input, options), operation, reference),
      );
    });
  }

  async #call(operation: Operation, input: Fields, options: PaymentOptions): Promise<Outcome> {
    const { timeoutMs, waitMs } = options;
    // Its own, because many calls may share one: nothing of them stays on that.
    const signal = AbortSignal.any(options.signal ? [options.signal] : []);
    if (operation.effect === 'money') return this.#charge(operation, input, signal, options);
    const call = { signal, timeoutMs };
    const services = this.#services;
    if (operation.once) return (await services.initiate(operation, input, call)).outcome;
    const outcome = await (await services.caller()).call(operation, input, call);
    const { host, caller } = services;
    const waiting = { host, caller, door: UNATTENDED, stopping: signal };
    const ended = await waitFor(operation, input, outcome, waiting, { waitMs });
    // The customer needs the code or the address that was made; an inquiry has neither.
    const isMade = operation.effect !== 'read' && outcome.data !== undefined;
    return isMade ? { ...ended, data: outcome.data } : ended;
  }

  async #charge(
    operation: Operation,
    input: Fields,
    signal: AbortSignal,
    { timeoutMs, waitMs }: PaymentOptions,
  ): Promise<Outcome> {
    const services = this.#services;
    const profile = await services.profile();
    const permission = ChargePermission.of(await services.claimPermission(), profile, true);
    await this.#warned();
    return chargeWithNotes({
      journal: await this.#journal(),
      caller: await services.caller(),
      connection: await services.connection(),
      ...{ operation, input, permission },
      options: { timeoutMs, waitMs },
      signals: {
        ...{ first: signal, second: AbortSignal.any([]), inFlight: new Set() },
        get received() {
          return signal.aborted ? 'SIGTERM' : undefined;
        },
      },
      note: async () => undefined,
    });
  }

  resolve(reference: string, options: ResolveOptions): Promise<Payment> {
    return this.#work(async () => {
      readArguments('payments.resolve', REFERENCE, { reference });
      readArguments('payments.resolve', OPTIONS.resolve, options);
      const { operation, ...waiting } = options;
      // Of one that is misspelt there is no charge, which would read as if nothing had been sent.
      if (operation !== undefined) await loadOperation(operation);
      return valued({ operation, reference }, async () => {
        const charges = await this.#recover({ ...waiting, reference });
        const named = charges.filter(({ row }) => (operation ?? row.operation) === row.operation);
        const [newest] = named.sort((a, b) => (a.row.startedAt < b.row.startedAt ? 1 : -1));
        if (newest === undefined) throw unknownReferenceError(reference);
        return this.#paymentOf(newest);
      });
    });
  }

  recover(options: RecoverOptions): Promise<Recovered[]> {
    return this.#work(async () => {
      readArguments('payments.recover', OPTIONS.recover, options);
      const recovered: Recovered[] = [];
      for (const charge of await this.#recover(options)) {
        recovered.push({
          reference: charge.row.reference,
          outcome: await this.#paymentOf(charge),
        });
      }
      return recovered;
    });
  }

  /** The charges of this bank: another one that has the same journal is asked with its own credentials. */
  async #recover({
    reference,
    signal,
    waitMs,
  }: RecoverOptions & { reference?: string }): Promise<RecoveredCharge[]> {
    const services = this.#services;
    const access = { connection: await services.connection(), caller: await services.caller() };
    const bank = normalizeBankUrl(access.connection.baseUrl);
    const isOwn = ({ baseUrl }: { baseUrl: string }) => normalizeBankUrl(baseUrl) === bank;
    const { charges } = await recover({
      journal: await this.#journal(),
      connect: async (target) => (isOwn(target) ? access : undefined),
      ...{ reference, waitMs, stopping: signal },
    });
    return charges.filter(({ row }) => row.state === 'corrupt' || isOwn(row));
  }

  async #paymentOf({ row, outcome, message, hint }: RecoveredCharge): Promise<Payment> {
    const { operation: id, reference } = row;
    if (outcome === undefined)
      return { ...toEnded(untrusted(message, hint)), operation: id, reference };
    return toPayment(outcome, await knownOperation(await this.#journal(), id), reference);
  }

  /** Waits for the calls under way. */
  close(): Promise<void> {
    this.#closing ??= Promise.allSettled(this.#underWay).then(() => this.#services.close(false));
    return this.#closing;
  }

  #work<T>(work: () => Promise<T>): Promise<T> {
    const working = withPaymentErrors(async () => {
      if (this.#closing) throw usageError(says.closed);
      return work();
    });
    this.#underWay.add(working);
    const done = () => this.#underWay.delete(working);
    working.then(done, done);
    return working;
  }
}

/** Thrown; all other classes are what the bank, the way to it or the journal decided. */
const REFUSALS: readonly ExitClass[] = ['USAGE', 'CONFIG', 'INTERNAL'];

/** What was decided before a call was made is a value, too. */
async function valued(
  { operation, reference }: { operation: string | undefined; reference: string | undefined },
  work: () => Promise<Payment>,
): Promise<Payment> {
  try {
    return await work();
  } catch (error) {
    const problem = asPayctlError(error);
    if (REFUSALS.includes(problem.exitClass)) throw error;
    return {
      ...toEnded(toFailure(problem)),
      ...optionalField('operation', operation),
      ...optionalField('reference', reference),
    };
  }
}

/** The journal of a charge that nobody can read proves nothing. */
function untrusted(message: Message, hint: Message | undefined): Failure {
  const problem = new PayctlError('OUTCOME_UNKNOWN', message, { hint });
  return toFailure(problem);
}
