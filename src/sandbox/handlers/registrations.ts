import { layOut } from '../confirmations.js';
import type { HandlerContext } from '../handler-context.js';
import { post } from '../ledger.js';
import { type Row, text, textOrNull } from '../row.js';
import { seal } from '../sealing.js';
import type { Store } from '../store.js';

/** A customer's permission for direct debit, from the request to its end. */
export interface Registration {
  merchant: string;
  /** regRef. */
  reference: string;
  ref1: string;
  ref2: string | null;
  backUrl: string;
  /** statusCode: 0 registered, 0001 begun, 0003 failed. */
  status: string;
  error: string | null;
  account: string | null;
}

const STATUS_TEXTS: Readonly<Record<string, string>> = {
  '0': 'Success',
  '0001': 'Initiated',
  '0003': 'Verification failed',
};

export function findRegistration(
  store: Store,
  merchant: string,
  reference: string,
): Registration | undefined {
  const row = store.one(
    'SELECT * FROM registration WHERE reg_ref = ? AND merchant = ?',
    reference,
    merchant,
  );
  return row && registrationOf(row);
}

/** By its own reference alone: the customer does not know the merchant's number. */
export function openRegistration(store: Store, reference: string): Registration | undefined {
  const row = store.one(
    "SELECT * FROM registration WHERE reg_ref = ? AND status = '0001' LIMIT 1",
    reference,
  );
  return row && registrationOf(row);
}

export function hasRegistered(store: Store, merchant: string, account: string): boolean {
  const sql =
    "SELECT 1 FROM registration WHERE account = ? AND merchant = ? AND status = '0' LIMIT 1";
  return store.one(sql, account, merchant) !== undefined;
}

/** Ends a registration and tells the partner, host to host. */
export function endRegistration(
  context: HandlerContext,
  registration: Registration,
  end: { account: string } | { error: string },
): void {
  const status = 'account' in end ? '0' : '0003';
  const [account, error] = 'account' in end ? [end.account, null] : [null, end.error];
  context.store.run(
    'UPDATE registration SET status = ?, error = ?, account = ? WHERE reg_ref = ? AND merchant = ?',
    status,
    error,
    account,
    registration.reference,
    registration.merchant,
  );
  const kind = status === '0' ? 'customer.approve' : 'customer.reject';
  post(context.store, { at: context.now, kind, reference: registration.reference });
  const ended = registrationRecord({ ...registration, status, error, account });
  const body = {
    merchantId: registration.merchant,
    encryptedValue: seal(context.store, ended),
    validationMessages: [],
  };
  layOut(context, 'registration', registration.reference, JSON.stringify({ status: 200, body }));
}

/** What a registration inquiry and the host-to-host call say. */
export function registrationRecord(registration: Registration) {
  return {
    regRef: registration.reference,
    ref1: registration.ref1,
    ref2: registration.ref2 ?? '',
    statusCode: registration.status,
    statusDesc: STATUS_TEXTS[registration.status] ?? '',
    errorCode: registration.error ?? '',
    ...(registration.account !== null && { accountNo: registration.account }),
    backURL: registration.backUrl,
  };
}

function registrationOf(row: Row): Registration {
  return {
    merchant: text(row, 'merchant'),
    reference: text(row, 'reg_ref'),
    ref1: text(row, 'ref1'),
    ref2: textOrNull(row, 'ref2'),
    backUrl: text(row, 'back_url'),
    status: text(row, 'status'),
    error: textOrNull(row, 'error'),
    account: textOrNull(row, 'account'),
  };
}
