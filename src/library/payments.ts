import type { Fields } from '../bank/define.js';
import { type CallMethod, Calls } from './calls.js';
import type { ChargeId, CreateId, DataOf, InputOf, InquireId, RefundId } from './operations.js';
import type {
  Payment,
  PaymentOptions,
  PaymentsSettings,
  Recovered,
  ResolveOptions,
} from './types.js';

/**
 * The journal in code. What the bank or the journal decided is a value; wrong input and wrong settings
 * reject with PaymentError, and nothing was sent.
 */
export interface Payments {
  /** Makes a call that can move money, at most once for its reference, on all machines of the journal. */
  charge<Id extends ChargeId>(
    operation: Id,
    input: InputOf<Id>,
    options?: PaymentOptions,
  ): Promise<Payment<DataOf<Id>>>;
  /** The same for what refunds or reverses a charge. */
  refund<Id extends RefundId>(
    operation: Id,
    input: InputOf<Id>,
    options?: PaymentOptions,
  ): Promise<Payment<DataOf<Id>>>;
  /** Makes what is paid or confirmed later: a code, a transfer, a registration. */
  create<Id extends CreateId>(
    operation: Id,
    input: InputOf<Id>,
    options?: PaymentOptions,
  ): Promise<Payment<DataOf<Id>>>;
  /** Asks the bank. */
  inquire<Id extends InquireId>(
    operation: Id,
    input: InputOf<Id>,
    options?: PaymentOptions,
  ): Promise<Payment<DataOf<Id>>>;
  /** How a charge ended; while that is open, the bank is asked. Sends nothing but inquiries. */
  resolve(reference: string, options?: ResolveOptions): Promise<Payment>;
  /** The same for all charges at this bank that are open: for a timer, and after each start. */
  recover(options?: Pick<PaymentOptions, 'signal' | 'waitMs'>): Promise<Recovered[]>;
  /** Lets the calls under way come to their end, then closes all connections. */
  close(): Promise<void>;
}

/**
 * Opens the journal of a program. Several may be open in one process, with settings of their own: nothing
 * is shared by the process, and no environment variable is read. Rejects with PaymentError for settings
 * that are wrong.
 */
export async function createPayments(settings: PaymentsSettings): Promise<Payments> {
  return methodsOf(await Calls.open(settings));
}

/** The types of inputs and data are those of the operation that is named. */
function methodsOf(calls: Calls): Payments;
function methodsOf(calls: Calls): object {
  const method =
    (name: CallMethod) =>
    (operation: string, input: Fields, options: PaymentOptions = {}): Promise<Payment> =>
      calls.make(name, operation, input, options);
  return {
    charge: method('charge'),
    refund: method('refund'),
    create: method('create'),
    inquire: method('inquire'),
    resolve: (reference: string, options: ResolveOptions = {}) => calls.resolve(reference, options),
    recover: (options: PaymentOptions = {}) => calls.recover(options),
    close: () => calls.close(),
  };
}
