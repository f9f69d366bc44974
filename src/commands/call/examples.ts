const WALLET = 'payctl --sandbox ewallet';
const TRADE = '--tran-type W --out-trade-no SBXDEMO0001';
const CREATED = `${WALLET} create ${TRADE} --total-fee 100.00`;
export const TRADE_PAID: readonly string[] = [CREATED, 'payctl sandbox pay SBXDEMO0001'];

const CARD_QR =
  'QR=$(payctl --sandbox qr create --qr-type CS --invoice INV0001 --amount 100.00 -o table -q qrCodeId)';

const CREDIT =
  'payctl --sandbox transfer credit initiate --payee-account-no 2220000001 --payee-bank-code 999 --amount 1500.00 --currency THB';
const DEBIT =
  'payctl --sandbox transfer debit initiate --payer-account-no 2220000001 --amount 250.00 --currency THB';
export const TRANSFER_ID = `ID=$(${CREDIT} -o table -q tokenizerId)`;
const TOKENIZER = '--tokenizer-id $ID';

export const REGISTRATION_BEGUN =
  'payctl --sandbox dd register --reg-ref REG0001 --ref1 CUSTOMER7 --back-url https://shop.example/registered';
export const ANOTHER_BEGUN = REGISTRATION_BEGUN.replace('REG0001', 'REG0002');
const REGISTERED = [REGISTRATION_BEGUN, 'payctl sandbox registration approve REG0001'];
const CHARGE =
  'payctl --sandbox dd charge --ref-number CHARGE0001 --amount 100.00 --account-number 2220000001';

const BILL =
  'QR=$(payctl --sandbox qr create --ref1 INVOICE001 --amount 100.00 -o table -q data.qrRawData)';
export const BILL_PAID: readonly string[] = [BILL, 'payctl sandbox pay $QR'];

const PARTNER = '--partner-transaction-id 010000000000101ABCDEFGHIJ0123456789';
const PRESENTED = 'CODE=$(payctl sandbox buyer-code --wallet P --raw)';
const TAKEN = `payctl --sandbox cpm pay --qr-data $CODE --transaction-amount 100.00 --reference1 INVOICE001 ${PARTNER}`;

/** The call, and the same with something more: two ways to use it. */
const twice = (call: string, more: string): readonly string[] => [call, `${call} ${more}`];

/**
 * What help shows for the calls that stand on others: each list is a story that can be pasted line
 * by line, on an embedded bank that knows nothing yet. By operation id.
 */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  'ewallet.pay': [
    'CODE=$(payctl sandbox buyer-code --raw)',
    ...twice(`${WALLET} pay ${TRADE} --total-fee 100.00 --buyer-identity-code $CODE`, '--dry-run'),
  ],
  'ewallet.inquire': [
    ...TRADE_PAID,
    `${WALLET} inquire SBXDEMO0001`,
    `${WALLET} inquire ${TRADE} --wait 60s -q tradeState`,
  ],
  'ewallet.cancel': [
    'CODE=$(payctl sandbox buyer-code --raw)',
    `${WALLET} pay ${TRADE} --total-fee 100.00 --buyer-identity-code $CODE`,
    ...twice(`${WALLET} cancel ${TRADE}`, '--dry-run'),
  ],
  'ewallet.refund': [
    ...TRADE_PAID,
    ...twice(`${WALLET} refund ${TRADE} --total-fee 100.00`, '--dry-run'),
  ],
  'ewallet.close': [CREATED, ...twice(`${WALLET} close ${TRADE}`, '--dry-run')],
  'qr.inquire': [
    CARD_QR,
    'payctl sandbox pay $QR',
    ...twice('payctl --sandbox qr inquire $QR', '-o json'),
  ],
  'qr.void': [
    CARD_QR,
    ...twice(
      'payctl --sandbox qr void --reversal-type CANCELLATION_REQUEST --bp-reference $QR',
      '--dry-run',
    ),
  ],
  'transfer.inquire': [
    TRANSFER_ID,
    'TODAY=$(TZ=Asia/Bangkok date +%F)',
    ...twice(
      `payctl --sandbox transfer inquire ${TOKENIZER} --date-from $TODAY --date-to $TODAY`,
      '-o json',
    ),
  ],
  'transfer.creditInitiate': [CREDIT, `${CREDIT} --dry-run`],
  'transfer.creditConfirm': [
    TRANSFER_ID,
    ...twice(`payctl --sandbox transfer credit confirm ${TOKENIZER}`, '--dry-run'),
  ],
  'transfer.debitInitiate': [DEBIT, `${DEBIT} --dry-run`],
  'transfer.debitConfirm': [
    `ID=$(${DEBIT} -o table -q tokenizerId)`,
    ...twice(`payctl --sandbox transfer debit confirm ${TOKENIZER}`, '--dry-run'),
  ],
  'dd.register': [REGISTRATION_BEGUN, `${ANOTHER_BEGUN} --save registration.png`],
  'dd.registration': [
    ...REGISTERED,
    ...twice('payctl --sandbox dd registration --reg-ref REG0001', '-o json'),
  ],
  'dd.charge': [...REGISTERED, ...twice(CHARGE, '--dry-run')],
  'dd.payment': [
    ...REGISTERED,
    `${CHARGE} --ref-date-time 20260131090000`,
    ...twice(
      'payctl --sandbox dd payment --ref-number CHARGE0001 --ref-date-time 20260131090000',
      '-o json',
    ),
  ],
  'bill.inquire': [
    ...BILL_PAID,
    ...twice('payctl --sandbox bill inquire --reference1 INVOICE001', '-o json'),
  ],
  'bill.search': [
    ...BILL_PAID,
    ...twice('payctl --sandbox bill search --bill-reference1 INVOICE001', '-o json'),
  ],
  'slip.verify': [
    BILL,
    'payctl sandbox pay $QR --slip slip.png',
    ...twice(
      'payctl --sandbox slip verify slip.png',
      '--expect-amount 100.00 --expect-ref1 INVOICE001',
    ),
  ],
  'cpm.pay': [PRESENTED, ...twice(TAKEN, '--dry-run')],
  'cpm.refund': [PRESENTED, TAKEN, ...twice(`payctl --sandbox cpm refund ${PARTNER}`, '--dry-run')],
  'profile.customer': [
    'payctl --sandbox token login --auth-code $(payctl sandbox consent --raw)',
    ...twice('payctl --sandbox profile customer', '-o json'),
  ],
};
