/** How a table shows the data of one operation. The labels are the field names of the specification, or shorter ones. */
export interface View {
  /** Path of the list inside the data, where the data wraps one; once more inside `data`, maybe. */
  rows?: string;
  /** Fields that lead a record, at any depth; in a list, exactly the columns. */
  fields?: readonly string[];
  /** Names of columns whose field's own is too long to stand beside others; --columns takes both. */
  labels?: Readonly<Record<string, string>>;
  /**
   * Of lists: so many columns stay on a narrow terminal, the others may go. Where it is not given,
   * nothing is left out, but shown below each other.
   */
  keep?: number;
}

const CHARGE_FIELDS = [
  'operation',
  'reference',
  'state',
  'amount',
  'exit',
  'startedAt',
  'profile',
  'endedAt',
] as const;
const CHARGE: View = { fields: CHARGE_FIELDS, keep: 3 };

const TOKEN: View = { fields: ['accessToken', 'tokenType', 'expiresIn', 'expiresAt'] };

const TRADE: View = {
  fields: ['tradeState', 'amount', 'transactionId', 'mid', 'tid', 'timeEnd', 'exchangeRate'],
};

const QR: View = {
  fields: ['success', 'code', 'message', 'url', 'qrRawData', 'expiryDate', 'numberOfTimes'],
};

const TRANSFER: View = {
  fields: [
    'status',
    'debitStatus',
    'code',
    'description',
    'tokenizerId',
    'tranAmount',
    'confirmAmount',
    'channelDateTime',
  ],
};

/** A payment on one line: when, how much, what for, by whom; then what can be looked up elsewhere. */
const BILL: View = labelled(
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

const BILL_SEARCH: View = {
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

/** Columns by their labels, of which so many stay on a narrow terminal. */
function labelled(
  columns: readonly (readonly [field: string, label: string])[],
  keep: number,
): View {
  return { fields: columns.map(([field]) => field), labels: Object.fromEntries(columns), keep };
}

const DIRECT_DEBIT: View = {
  fields: [
    'statusCode',
    'statusDesc',
    'responseCode',
    'errorCode',
    'regRef',
    'refNumber',
    'amount',
    'currency',
    'txnNumber',
    'txnDateTime',
  ],
};

const PERSON: View = {
  fields: [
    'thaiTitle',
    'thaiFirstName',
    'thaiLastName',
    'engTitle',
    'engFirstName',
    'engLastName',
    'citizenID',
    'passportNumber',
    'alienID',
    'birthDate',
    'mobile',
    'email',
  ],
};

const MERCHANT: View = {
  fields: [
    'walletId',
    'shopNameTh',
    'shopNameEn',
    'code',
    'status',
    'description',
    'transactionLimit',
  ],
};

const VIEWS: ReadonlyMap<string, View> = new Map(
  Object.entries<View>({
    'token.issue': TOKEN,
    'token.refresh': TOKEN,
    'ewallet.create': { fields: ['codeUrl'] },
    'ewallet.pay': TRADE,
    'ewallet.inquire': TRADE,
    'ewallet.cancel': { fields: ['refundId', 'details'] },
    'ewallet.refund': { fields: ['refundId', 'details'] },
    'qr.create': QR,
    'qr.createV1': { fields: ['qrRawData', 'qrcodeId', 'qrCodeId', 'amount', 'csExtExpiryTime'] },
    'qr.inquire': {
      fields: [
        'transactionType',
        'amount',
        'currencyCode',
        'transactionId',
        'transactionDateandTime',
        'channelCode',
        'consumerPAN',
        'authorizeCode',
      ],
    },
    'transfer.inquire': TRANSFER,
    'transfer.creditInitiate': TRANSFER,
    'transfer.creditConfirm': TRANSFER,
    'transfer.debitInitiate': TRANSFER,
    'transfer.debitConfirm': TRANSFER,
    'dd.register': { fields: ['merchantId', 'webUrl'] },
    'dd.registration': DIRECT_DEBIT,
    'dd.charge': DIRECT_DEBIT,
    'dd.payment': DIRECT_DEBIT,
    'bill.inquire': BILL,
    'bill.search': BILL_SEARCH,
    'slip.verify': {
      fields: ['transRef', 'amount', 'transDate', 'transTime', 'sendingBank', 'receivingBank'],
    },
    'cpm.pay': {
      fields: ['transactionAmount', 'transactionId', 'transactionDateTime'],
    },
    'cpm.refund': {
      fields: ['partnerTransactionId', 'transactionId', 'refundTransactionDateTime'],
    },
    'profile.customer': PERSON,
    'profile.merchant': MERCHANT,
    'journal.list': CHARGE,
    'journal.recover': { fields: [...CHARGE_FIELDS, 'message'] },
    'journal.settle': CHARGE,
    'config.list': { fields: ['profile', 'current', 'environment', 'baseUrl'] },
    'config.origins': { fields: ['setting', 'value', 'origin', 'variable'], keep: 3 },
    'sandbox.log': {
      fields: ['at', 'operation', 'reference', 'status', 'code', 'fault', 'committed', 'note'],
      keep: 4,
    },
  }),
);

/** The view of an operation; anything else is shown whole, in the order in which it came. */
export function viewOf(id: string): View {
  return VIEWS.get(id) ?? {};
}
