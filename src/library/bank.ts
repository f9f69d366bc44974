import { loadCatalogue } from '../bank/families.js';
import { gotTransport } from '../client/transport-got.js';
import { faultOrder } from '../commands/sandbox/faults.js';
import { PayctlError, usageError } from '../core/errors.js';
import { channelDateTime } from '../core/time.js';
import { nodeHost } from '../host/node.js';
import { libraryMessages as says } from '../messages/library.js';
import { type Bank, openBank } from '../sandbox/bank.js';
import { type BuyerCodeOptions, buyerCode, hasMade, pay } from '../sandbox/customer.js';
import { deliver, deliverDue } from '../sandbox/delivery/delivery.js';
import { type FaultOrder, refuseDetails } from '../sandbox/faults.js';
import type { CustomerPaymentResult, PayOptions } from '../sandbox/handlers/payable.js';
import type { LogFilter, LogLine } from '../sandbox/ledger/log.js';
import {
  changeClock,
  clearFaults,
  requireLogged,
  reset,
  setFault,
  setSettings,
} from '../sandbox/operator.js';
import { SANDBOX_PROFILE } from '../sandbox/seed/profile.js';
import { serveBank } from '../sandbox/server/server.js';
import { ALL_LENIENT } from '../sandbox/settings.js';
import { checkArguments } from './bank-input.js';
import { asPaymentError, withPaymentErrors } from './payment.js';

/** How the bank of a test begins. */
export interface BankStart {
  /** Fixes chance: the same calls get the same answers while the clock stands still. */
  seed?: number;
  /** Where confirmations of payments go: an address of this machine. */
  confirmationUrl?: string;
  /** Accepts what public clients send although the specification does not allow it. */
  lenient?: boolean;
}

/** The embedded bank, served on a free port; nothing of it outlives the test. */
export interface TestBank {
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** For `createPayments`, which needs a `stateDir` beside them. */
  readonly settings: TestSettings;
  /** The customer pays a QR or a link, by itself, its id, or its outTradeNo or ref1; resolves once the confirmation was sent. */
  pay(target: string, options?: CustomerOptions): Promise<CustomerPaymentResult>;
  /** The code that the customer of a wallet shows, for `ewallet.pay`. */
  buyerCode(options?: Partial<BuyerCodeOptions>): Promise<string>;
  /** Sets a fault by its name, or refuses calls with a business code; `clear` removes all faults. */
  faults(codeOrName: string | number, details?: FaultDetails): Promise<void>;
  /** Stops the clock at a moment, or so far from now (`+3m`); `start` lets it run. */
  clock(time: string): Promise<void>;
  /** A new bank: history, faults and clock are gone. */
  reset(): Promise<void>;
  /** What really happened, oldest first. */
  log(filter?: LogFilter): (Omit<LogLine, 'at'> & { at: string })[];
  stop(): Promise<void>;
}

/** How the customer behaves; the amount in baht. */
type CustomerOptions = Omit<PayOptions, 'amount'> & { amount?: string | number | undefined };
type FaultDetails = Partial<Omit<FaultOrder, 'name' | 'code' | 'description'>>;
type TestSettings = Omit<typeof SANDBOX_PROFILE, 'ref3Prefix' | 'baseUrl'> & { baseUrl: string };

/** Starts a bank in this process, in memory. Rejects with PaymentError for an address that may not be used. */
export function startBank(start: BankStart = {}): Promise<TestBank> {
  return withPaymentErrors(async () => {
    const { seed, confirmationUrl = '', lenient = false } = checkArguments('startBank', start);
    const { clock, random } = nodeHost();
    const settings = { rateLimit: 0, ...(lenient && ALL_LENIENT) };
    const bank = await openBank({ path: ':memory:', clock, random, seed, settings });
    if (confirmationUrl !== '') await setSettings(bank, { confirmationUrl });
    const operations = (await loadCatalogue()).map(({ id }) => id);
    const { url, close } = await serveBank(bank, { host: '127.0.0.1', port: 0 });
    running.set(bank, url);
    const stopping = new AbortController();
    const transport = gotTransport();
    const watch = { signal: stopping.signal, onDelivered: ignore, onTrouble: ignore };
    const delivering = deliver(bank, transport, watch);
    const { ref3Prefix: _, ...profile } = SANDBOX_PROFILE;
    const { apiKey, apiSecret } = profile;
    return {
      ...{ url, apiKey, apiSecret, settings: { ...profile, baseUrl: url } },
      ...actsOn(bank, async () => void (await deliverDue(bank, transport)), stopping.signal),
      log: (filter) => readLog(bank, operations, filter, stopping.signal),
      async stop() {
        if (stopping.signal.aborted) return;
        stopping.abort();
        running.delete(bank);
        await delivering;
        await Promise.all([close(), transport.close()]);
        bank.close();
      },
    };
  });
}

/** The banks of this process, and their addresses: none pays a code that another one made. */
const running = new Map<Bank, string>();

async function madeByAnother(payload: string): Promise<PayctlError | undefined> {
  for (const [bank, url] of running) {
    if (!(await hasMade(bank, payload))) continue;
    return new PayctlError('REJECTED', says.madeByAnother(url), { hint: says.payThere });
  }
  return undefined;
}

const ignore = (): void => undefined;

/** @param sendDue sends the confirmations that are due */
function actsOn(bank: Bank, sendDue: () => Promise<void>, stopped: AbortSignal) {
  const act = <T>(work: () => Promise<T>): Promise<T> =>
    withPaymentErrors(async () => {
      if (stopped.aborted) throw usageError(says.bankStopped);
      try {
        return await work();
      } catch (error) {
        throw stopped.aborted ? usageError(says.bankStopped) : error;
      }
    });
  const acts: Pick<TestBank, 'pay' | 'buyerCode' | 'faults' | 'clock' | 'reset'> = {
    pay: (code, options) =>
      act(async () => {
        const given = checkArguments('bank.pay', { ...options, target: code });
        const { target, amount, ...customer } = given;
        const how = { ...customer, ...(amount !== undefined && { amount: String(amount) }) };
        const paid = await pay(bank, target, how, madeByAnother);
        await sendDue();
        return paid;
      }),
    buyerCode: (options) =>
      act(async () => {
        const given = checkArguments('bank.buyerCode', { ...options });
        return (await buyerCode(bank, { wallet: 'W', ...given })).code;
      }),
    faults: (name, options) =>
      act(async () => {
        const given = checkArguments('bank.faults', { ...options, codeOrName: name });
        const { codeOrName, ...details } = given;
        if (codeOrName === 'clear') {
          refuseDetails(details);
          await clearFaults(bank);
        } else await setFault(bank, await faultOrder(String(codeOrName), details));
      }),
    clock: (moment) =>
      act(async () => {
        const { time } = checkArguments('bank.clock', { time: moment });
        if (time !== 'start' && time !== 'now') await changeClock(bank, 'stop');
        await changeClock(bank, time);
        await sendDue();
      }),
    reset: () => act(() => reset(bank)),
  };
  return acts;
}

/** Throws PaymentError, as it rejects nothing. */
function readLog(
  bank: Bank,
  operations: readonly string[],
  filter: LogFilter | undefined,
  stopped: AbortSignal,
): ReturnType<TestBank['log']> {
  try {
    if (stopped.aborted) throw usageError(says.bankStopped);
    const given = checkArguments('bank.log', { ...filter });
    requireLogged(given.operation, operations);
    return bank.log(given).map((line) => ({ ...line, at: channelDateTime(line.at) }));
  } catch (error) {
    throw asPaymentError(error);
  }
}
