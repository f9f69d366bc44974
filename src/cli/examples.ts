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
const REGISTERED = [REGISTRATION_BEGUN, 'payctl sandbox registration approve REG0001'];
const CHARGE =
  'payctl --sandbox dd charge --ref-number CHARGE0001 --amount 100.00 --account-number 2220000001';

const BILL =
  'QR=$(payctl --sandbox qr create --ref1 INVOICE001 --amount 100.00 -o table -q data.qrRawData)';
export const BILL_PAID: readonly string[] = [BILL, 'payctl sandbox pay $QR'];

const PARTNER = '--partner-transaction-id 010000000000101ABCDEFGHIJ0123456789';
const PRESENTED = [
  'CODE=$(payctl sandbox buyer-code --wallet P --raw)',
  `payctl --sandbox cpm pay --qr-data $CODE --transaction-amount 100.00 --reference1 INVOICE001 ${PARTNER}`,
];

/**
 * What help shows for the calls that stand on others: each list is a story that can be pasted line
 * by line, on an embedded bank that knows nothing yet. By operation id.
 */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  'ewallet.pay': [
    'CODE=$(payctl sandbox buyer-code --raw)',
    `${WALLET} pay ${TRADE} --total-fee 100.00 --buyer-identity-code $CODE`,
  ],
  'ewallet.inquire': [...TRADE_PAID, `${WALLET} inquire ${TRADE}`],
  'ewallet.cancel': [
    'CODE=$(payctl sandbox buyer-code --raw)',
    `${WALLET} pay ${TRADE} --total-fee 100.00 --buyer-identity-code $CODE`,
    `${WALLET} cancel ${TRADE}`,
  ],
  'ewallet.refund': [...TRADE_PAID, `${WALLET} refund ${TRADE} --total-fee 100.00`],
  'ewallet.close': [CREATED, `${WALLET} close ${TRADE}`],
  'qr.inquire': [CARD_QR, 'payctl sandbox pay $QR', 'payctl --sandbox qr inquire $QR'],
  'qr.void': [
    CARD_QR,
    'payctl --sandbox qr void --reversal-type CANCELLATION_REQUEST --bp-reference $QR',
  ],
  'transfer.inquire': [
    TRANSFER_ID,
    'TODAY=$(TZ=Asia/Bangkok date +%F)',
    `payctl --sandbox transfer inquire ${TOKENIZER} --date-from $TODAY --date-to $TODAY`,
  ],
  'transfer.creditInitiate': [CREDIT, `${CREDIT} --dry-run`],
  'transfer.creditConfirm': [TRANSFER_ID, `payctl --sandbox transfer credit confirm ${TOKENIZER}`],
  'transfer.debitInitiate': [DEBIT, `${DEBIT} --dry-run`],
  'transfer.debitConfirm': [
    `ID=$(${DEBIT} -o table -q tokenizerId)`,
    `payctl --sandbox transfer debit confirm ${TOKENIZER}`,
  ],
  'dd.register': [
    REGISTRATION_BEGUN,
    `${REGISTRATION_BEGUN.replace('REG0001', 'REG0002')} --save registration.png`,
  ],
  'dd.registration': [...REGISTERED, 'payctl --sandbox dd registration --reg-ref REG0001'],
  'dd.charge': [...REGISTERED, CHARGE],
  'dd.payment': [
    ...REGISTERED,
    `${CHARGE} --ref-date-time 20260131090000`,
    'payctl --sandbox dd payment --ref-number CHARGE0001 --ref-date-time 20260131090000',
  ],
  'bill.inquire': [...BILL_PAID, 'payctl --sandbox bill inquire --reference1 INVOICE001'],
  'bill.search': [...BILL_PAID, 'payctl --sandbox bill search --bill-reference1 INVOICE001'],
  'slip.verify': [
    BILL,
    'payctl sandbox pay $QR --slip slip.png',
    'payctl --sandbox slip verify slip.png --expect-amount 100.00 --expect-ref1 INVOICE001',
  ],
  'cpm.pay': PRESENTED,
  'cpm.refund': [...PRESENTED, `payctl --sandbox cpm refund ${PARTNER}`],
  'profile.customer': [
    'payctl --sandbox token login --auth-code $(payctl sandbox consent --raw)',
    'payctl --sandbox profile customer',
  ],
};
