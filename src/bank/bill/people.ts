import { labelled, type People, twice, type View } from '../people.js';

/** Draws the QR of a bill and keeps its payload, for examples that stand on one. */
export const BILL =
  'QR=$(payctl --sandbox qr create --ref1 INVOICE001 --amount 100.00 -o table -q data.qrRawData)';
export const BILL_PAID: readonly string[] = [BILL, 'payctl sandbox pay $QR'];

/** A payment on one line: when, how much, what for, by whom; then what can be looked up elsewhere. */
const payment: View = labelled(
  [
    ['transactionDateandTime', 'time'],
    ['amount', 'amount'],
    ['billPaymentRef1', 'ref1'],
    ['payerName', 'payer'],
    ['reverseFlag', 'reversed'],
    ['billPaymentRef2', 'ref2'],
    ['transactionId', 'transactionId'],
    ['sendingBankCode', 'bank'],
  ],
  4,
);

const ENTRY = 'transactionInformationAndStatus';
const MESSAGE = 'supplementaryData.envelope.originalMessage';

const found: View = {
  rows: 'searchPaymentStatusReport.searchPaymentReport',
  ...labelled(
    [
      [`${ENTRY}.acceptanceDateTime`, 'time'],
      [`${ENTRY}.originalTransactionReference.interbankSettlementAmount`, 'amount'],
      [`${ENTRY}.transactionStatus`, 'status'],
      [`${MESSAGE}.billReference1`, 'ref1'],
      [`${MESSAGE}.billReference2`, 'ref2'],
      [`${ENTRY}.clearingSystemReference`, 'transactionId'],
    ],
    4,
  ),
};

export const people: People<typeof import('./operations.js')> = {
  inquire: {
    view: payment,
    examples: [
      ...BILL_PAID,
      ...twice('payctl --sandbox bill inquire --reference1 INVOICE001', '-o json'),
    ],
    sandbox: 'lists the payments of a bill; none before it is paid',
  },
  search: {
    view: found,
    examples: [
      ...BILL_PAID,
      ...twice('payctl --sandbox bill search --bill-reference1 INVOICE001', '-o json'),
    ],
    sandbox: 'searches the payments of a range of days, page by page',
  },
};
