import { loadCatalogue } from '../bank/families.js';
import type { WireRequest } from '../bank/wire.js';
import { PayctlError } from '../core/errors.js';
import type { Message } from '../core/message.js';
import { formatAmount, parseAmount } from '../core/money.js';
import { bangkokDate, bangkokDateTime, DAY_MS } from '../core/time.js';
import { temporaryDirectory } from '../host/disk.js';
import type { Host } from '../host/host.js';
import type { ReplyResponse } from '../host/reply.js';
import type { Listener } from '../host/serve.js';
import { attack as words } from '../messages/attack.js';
import { readThaiQr, writeThaiQr } from '../qr/thai-qr.js';
import { type Bank, openBank } from '../sandbox/bank.js';
import { changed, OTHER_BILLER, STRANGER } from '../sandbox/delivery/altered.js';
import type { FaultOrder } from '../sandbox/faults.js';
import { loadPayables } from '../sandbox/handlers/families.js';
import type { HandlerContext } from '../sandbox/handlers/handler-context.js';
import type { CustomerPaymentResult, Payable, Payables } from '../sandbox/handlers/payable.js';
import { refundPayment } from '../sandbox/handlers/payments.js';
import { revokeToken } from '../sandbox/handlers/token.js';
import { setTradeState, tradeEntries } from '../sandbox/handlers/trades.js';
import { post, reversed } from '../sandbox/ledger/ledger.js';
import {
  accounts,
  confirmations,
  payments,
  qrs,
  tokens,
  trades,
} from '../sandbox/ledger/tables.js';
import { changeClock, clearFaults, listFaults, setFault } from '../sandbox/operator.js';
import { SANDBOX_PROFILE } from '../sandbox/seed/profile.js';
import { CUSTOMER_ACCOUNT } from '../sandbox/seed/seed.js';
import { serveBank } from '../sandbox/server/server.js';
import { ALL_LENIENT } from '../sandbox/settings.js';
import { type ClockMoment, type Forgery, THIS_EVENING, TOMORROW } from './scenario.js';

/** One payment of a customer, and the bank's confirmation of it. */
export interface CustomerPayment {
  /** Id of the payment, or outTradeNo of the trade. */
  id: string;
  /** By which answers name it: that id, transRef of its slip, transactionId of the trade. */
  names: readonly string[];
  amount: bigint;
  /** The customer was asked for more. */
  isLess: boolean;
  confirmation: string;
}

/**
 * `answered` is when half of the answer is sent, `refused` where it says that the token is not valid;
 * `closed` follows also when the application hung up.
 */
export type AskMoment = 'received' | 'answered' | 'refused' | 'closed';
/** Hears of each request of the application, and what it is answered. */
export type OnAsked = (request: WireRequest, moment: AskMoment, answer?: string) => void;

/** Pictures tell nothing of a payment. */
function bodyText(answer: ReplyResponse | undefined): string {
  return typeof answer?.body === 'string' ? answer.body : '';
}

/** The fault of an answer because of what it tells; undefined: it is sent as it is. */
export type AnswerFault = (answer: string, request: WireRequest) => FaultOrder | undefined;

/** The embedded bank, served for one attack: nothing of it outlives the run. */
export class HostileBank {
  readonly #bank: Bank;
  readonly #listener: Listener;
  readonly #payables: readonly Payables[];
  readonly #remove: () => void;
  #hasTaken = false;
  /** Why the bank refused the latest payment; undefined once it has taken any. */
  refusal: Message | undefined;

  private constructor(
    bank: Bank,
    listener: Listener,
    payables: readonly Payables[],
    remove: () => void,
  ) {
    this.#bank = bank;
    this.#listener = listener;
    this.#payables = payables;
    this.#remove = remove;
  }

  /** @param onAsked hears of the requests; `onAnswer` of the good answers before they are sent */
  static async open(
    { clock, random }: Pick<Host, 'clock' | 'random'>,
    {
      seed,
      port,
      onAsked,
      onAnswer,
    }: { seed: number; port: number; onAsked: OnAsked; onAnswer: AnswerFault },
  ): Promise<HostileBank> {
    const directory = temporaryDirectory();
    const bank = await openBank({
      path: `${directory.path}/bank.db`,
      ...{ clock, random, seed },
      settings: { ...ALL_LENIENT, rateLimit: 0, confirmationUrl: '' },
      onAnswer: (answer, request) => onAnswer(bodyText(answer), request),
      onMoment: (moment, request, answer) => {
        if (moment === 'received') onAsked(request, 'received');
        if (moment === 'mid-reply') {
          onAsked(request, answer?.status === 401 ? 'refused' : 'answered', bodyText(answer));
        }
        if (moment === 'closed') onAsked(request, 'closed');
      },
    });
    bank.note((store) => {
      accounts.update(store, { id: CUSTOMER_ACCOUNT }, { name: PAYER_NAME });
      // Whatever the application sells, and however much of it.
      accounts.update(store, { overdraft: false }, { overdraft: true });
    });
    const listener = await serveBank(bank, { host: '127.0.0.1', port });
    return new HostileBank(bank, listener, await loadPayables(), directory.remove);
  }

  /** What the application is told of it, as variables of its environment. */
  variables(): Record<string, string> {
    const { apiKey, apiSecret, billerId, companyId, terminalId, merchantId, outTradeNoPrefix } =
      SANDBOX_PROFILE;
    return {
      PAYCTL_BANK_URL: this.#listener.url,
      PAYCTL_BASE_URL: this.#listener.url,
      PAYCTL_API_KEY: apiKey,
      PAYCTL_API_SECRET: apiSecret,
      PAYCTL_BILLER_ID: billerId,
      PAYCTL_COMPANY_ID: companyId,
      PAYCTL_TERMINAL_ID: terminalId,
      PAYCTL_MERCHANT_ID: merchantId,
      PAYCTL_OUT_TRADE_NO_PREFIX: outTradeNoPrefix,
    };
  }

  /** By which names the bank knows what is paid by this payload; none for one that is broken. */
  referencesOf(target: string): string[] {
    try {
      return this.#bank.look((context) => this.#references(context, target));
    } catch (error) {
      if (error instanceof PayctlError && error.exitClass === 'BAD_DATA') return [];
      throw error;
    }
  }

  #references(context: HandlerContext, target: string): string[] {
    const payable = this.#find(context, target);
    if (payable === undefined) return [];
    const id = qrs.find(context.store, { payload: payable.payload })?.id ?? '';
    return [payable.reference, ...(id === '' ? [] : [id])];
  }

  #find(context: HandlerContext, target: string): Payable | undefined {
    for (const { find } of this.#payables) {
      const payable = find(context, target);
      if (payable !== undefined) return payable;
    }
    return undefined;
  }

  /** The customer pays, less if asked to and the code leaves the amount open; undefined where the bank refuses. */
  async pay(target: string, amount: bigint, isLess = false): Promise<CustomerPayment | undefined> {
    try {
      const paid = await this.#bank.act('customer.pay', undefined, (context) =>
        this.#paid(context, target, amount, isLess),
      );
      this.#hasTaken = true;
      this.refusal = undefined;
      return paid;
    } catch (error) {
      if (!(error instanceof PayctlError) || error.exitClass !== 'REJECTED') throw error;
      if (!this.#hasTaken) this.refusal = error.said;
      return undefined;
    }
  }

  #paid(context: HandlerContext, target: string, amount: bigint, isLess = false): CustomerPayment {
    const payable = this.#find(context, target);
    if (payable === undefined)
      throw new PayctlError('USAGE', words.unknownPayload, { hint: words.payloadForms });
    const chosen = isLess && payable.amount === null ? amount - amount / 4n : amount;
    const paid: CustomerPaymentResult = payable.pay({ amount: formatAmount(chosen) });
    const confirmation = confirmations.first(context.store, 'ORDER BY id DESC LIMIT 1')?.body ?? '';
    const { reference: id, slip } = paid;
    const taken = parseAmount(paid.amount) ?? chosen;
    const trade = trades.find(context.store, { reference: id });
    const names = [id, slip, trade?.transactionId].filter((name) => name !== undefined);
    return { id, names, amount: taken, isLess: chosen < amount, confirmation };
  }

  /** What the bank would send if this were paid, which it is not; undefined where it cannot be paid. */
  async forged(target: string, amount: bigint, as: Forgery): Promise<string | undefined> {
    const elsewhere = as === 'biller' ? withOtherBiller(target) : undefined;
    if (elsewhere !== undefined) return (await this.pay(elsewhere, amount))?.confirmation;
    let body = '';
    try {
      await this.#bank.act('attack.forge', undefined, (context) => {
        body = this.#paid(context, target, amount).confirmation;
        throw new Rollback();
      });
    } catch (error) {
      if (error instanceof PayctlError && error.exitClass === 'REJECTED') return undefined;
      if (!(error instanceof Rollback)) throw error;
    }
    if (as === 'biller') return changed(body, OTHER_BILLER);
    return as === 'stranger' ? changed(body, STRANGER) : body;
  }

  /** The bank's clerks refund a payment. */
  async refund({ id }: CustomerPayment): Promise<void> {
    await this.#bank.act('bank.refund', id, (context) => {
      const { store, now } = context;
      const payment = payments.find(store, { id });
      if (payment !== undefined) {
        if (payment.refundedAt === null) refundPayment(context, payment, 'bank.refund', id);
        return;
      }
      const trade = trades.find(store, { reference: id });
      if (trade?.state !== 'paid' || trade.payer === null) return;
      const back = reversed(tradeEntries(context, trade, trade.payer));
      post(store, { at: now, kind: 'bank.refund', reference: id }, back);
      setTradeState(store, trade, 'refunded');
    });
  }

  /** Whether what is paid now is of the day before the machine's. */
  isYesterday(machineNow: number): boolean {
    return bangkokDate(this.#bank.now()) < bangkokDate(machineNow);
  }

  /** Whether the bank still has the money of a payment for the application. */
  isKept({ id }: CustomerPayment): boolean {
    return this.#bank.look(({ store }) => {
      const payment = payments.find(store, { id });
      if (payment !== undefined) return payment.refundedAt === null;
      return trades.find(store, { reference: id })?.state === 'paid';
    });
  }

  /** Returns the id of the fault. */
  fail(order: FaultOrder): Promise<number> {
    return setFault(this.#bank, order);
  }

  /** Those of all calls to one operation, or of all calls (`*`), in the order in which the bank takes them. */
  pendingFaults(operation: string): FaultOrder[] {
    return listFaults(this.#bank).filter(
      (fault) => fault.operation === operation && fault.reference === undefined,
    );
  }

  async endFault(id: number): Promise<void> {
    await clearFaults(this.#bank, id);
  }

  /** Fails calls that create a code while the work lasts: before that, nobody knows its reference. */
  async whileCreationFails<T>(
    fault: Pick<FaultOrder, 'name' | 'times'>,
    work: () => Promise<T>,
  ): Promise<T> {
    const creations = (await loadCatalogue()).filter(({ role }) => role === 'creation');
    const ids = await Promise.all(
      creations.map(({ id }) => setFault(this.#bank, { ...fault, operation: id })),
    );
    try {
      return await work();
    } finally {
      for (const id of ids) await clearFaults(this.#bank, id);
    }
  }

  async clearFaults(): Promise<void> {
    await clearFaults(this.#bank);
  }

  /** All tokens end at once. */
  async endTokens(): Promise<void> {
    await this.#bank.act('attack.tokens', undefined, ({ store }) => {
      for (const { access } of tokens.all(store, 'WHERE revoked = 0')) revokeToken(store, access);
    });
  }

  /** `+1m`, or back to the machine's time by `now`. */
  async moveClock(change: string): Promise<void> {
    await changeClock(this.#bank, change);
  }

  /**
   * Back to noon, where so many hours, and what the scenario takes, come to another day. What is paid then is older
   * than its order by the clock of the application: so no oftener than it must. Returns whether it went back.
   */
  async avoidMidnight(machineNow: number, hours = 0): Promise<boolean> {
    const midnight = Date.parse(`${bangkokDate(machineNow + DAY_MS)}T00:00:00+07:00`);
    if (machineNow + (hours / 24) * DAY_MS + PLAYS_MS < midnight) return false;
    await changeClock(this.#bank, `${bangkokDate(machineNow)}T12:00:00+07:00`);
    return true;
  }

  now(): number {
    return this.#bank.now();
  }

  /** To a moment of the night from yesterday to today, or from this evening to tomorrow, by the clock of the machine. */
  async setClock(at: ClockMoment, machineNow: number): Promise<void> {
    // Reckoned from the evening at the bank: the machine may come to a day of its own meanwhile.
    if (at === TOMORROW) return this.#setClock(this.now() + DAY_MS, '00:00:01');
    if (at === THIS_EVENING && bangkokDateTime(machineNow).slice(11, 19) >= at) {
      return this.moveClock('now');
    }
    const isToday = at === THIS_EVENING || at.startsWith('00');
    return this.#setClock(isToday ? machineNow : machineNow - DAY_MS, at);
  }

  async #setClock(day: number, time: string): Promise<void> {
    await changeClock(this.#bank, `${bangkokDate(day)}T${time}+07:00`);
  }

  async close(): Promise<void> {
    await this.#listener.close();
    this.#bank.close();
    this.#remove();
  }
}

/** Nearly every scenario is over within this time. */
const PLAYS_MS = 300_000;
/** Names have what breaks a statement that is put together as text, and letters of several bytes. */
const PAYER_NAME = "Mali D'Souza มะลิ";

/** Whether it asks for a token: that teaches nothing about an order. */
export function isTokenCall({ url }: WireRequest): boolean {
  return new URL(url).pathname.includes('/oauth/');
}

/** Whether it asks for payments of a time, whatever their references. */
export function isSearch({ method, url }: WireRequest): boolean {
  return method === 'POST' && new URL(url).pathname.endsWith('/v3/payment/billpayment/inquiry');
}

/** The same code of a shop that has another biller: its customers really pay it. */
function withOtherBiller(payload: string): string | undefined {
  const qr = payload.startsWith('000201') ? readThaiQr(payload) : undefined;
  if (qr?.bill === undefined) return undefined;
  return writeThaiQr({ ...qr, bill: { ...qr.bill, billerId: OTHER_BILLER.payeeProxyId } });
}

/** Undoes the transaction of a payment that only its confirmation is wanted of. */
class Rollback extends Error {}
