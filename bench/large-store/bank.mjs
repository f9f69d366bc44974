// @ts-check
// The bank of the shop: how it answers a charge, and what it sends by itself.
import { BASE_URL, COMPANY, reference, transactionId } from './shop.mjs';

/** Ends a charge as the shop has it, after the time that a bank takes. */
export function simulateBank({ number, end, isPending, amount }, pass) {
  const answers = {
    refused: {
      class: 'REJECTED',
      executed: 'no',
      http: { status: 400, ms: 95 },
      status: { code: 1102, description: 'the balance of the customer is not enough' },
      message: 'the bank refused',
    },
    unsent: { class: 'UNAVAILABLE', executed: 'no', message: 'the bank could not be reached' },
    lost: {
      class: 'OUTCOME_UNKNOWN',
      executed: 'unknown',
      message: 'the answer of the bank was lost',
    },
    pending: {
      class: 'PENDING',
      executed: 'unknown',
      http: { status: 200, ms: 120 },
      status: { code: 1000, description: 'Success' },
      data: { tradeState: 'USERPAYING' },
      state: 'USERPAYING',
      message: 'the customer has not finished',
    },
  };
  const data = {
    ...{ transactionId: transactionId(number), amount, mid: '000000000000001', tid: '00000001' },
    ...{ tradeState: 'SUCCESS', txnNumber: transactionId(number), exchangeRate: '4.75' },
    ...{ buyerUserId: '2088000000000001', transactionDateandTime: '2026-01-31T09:00:00.000+07:00' },
  };
  return {
    async call(
      { id, path, role },
      _input,
      { requestUId = '', onSending } = /** @type {any} */ ({}),
    ) {
      onSending?.();
      pass(320);
      const isInquiry = role === 'inquiry';
      const name =
        isInquiry && end !== 'learnt' ? 'unsent' : firstAnswer(end, isPending, isInquiry);
      const paid = {
        class: 'SUCCESS',
        executed: 'yes',
        http: { status: 200, ms: 120 },
        status: { code: 1000, description: 'Success' },
        data,
        state: 'SUCCESS',
        message: 'the bank confirmed it',
      };
      return {
        operation: id,
        request: { method: 'POST', url: `${BASE_URL}${path}`, requestUId },
        ...(answers[name] ?? paid),
      };
    },
  };
}

function firstAnswer(end, isPending, isInquiry) {
  if (end === 'open') return isPending ? 'pending' : 'lost';
  if (end === 'learnt') return isInquiry ? 'paid' : 'lost';
  return end === 'settled' ? 'lost' : end;
}

/** The message of the bank about a payment, half a second after it. */
export function toConfirmation({ number, at, confirmation, amount, payer }) {
  const local = new Date(at + 7 * 3_600_000).toISOString();
  const [plain, bangkok] = [local.replace('Z', ''), local.replace('Z', '+07:00')];
  const shared = { transactionId: transactionId(number), amount };
  if (confirmation === 'wallet') {
    const terminal = { merchantId: '200000000000001', terminalId: '00000001' };
    return {
      ...shared,
      transactionDateandTime: bangkok,
      currencyCode: '764',
      transactionType: 'AUTH',
      ...terminal,
      qrId: reference(number),
      companyId: COMPANY,
      exchangeRate: '',
    };
  }
  if (confirmation === 'card') {
    const card = { merchantPAN: '4000000000000001', consumerPAN: '4000000000000002' };
    return {
      ...shared,
      ...card,
      transactionDateandTime: plain,
      qrId: reference(number),
      invoice: `INV${number}`,
      traceNo: String(number % 1_000_000),
      authorizeCode: '123456',
      paymentMethod: 'VISA',
      channelCode: 'CARD',
    };
  }
  const payee = {
    payeeProxyId: '123456789012345',
    payeeProxyType: 'BILLERID',
    payeeAccountNumber: '1234567890',
    payeeName: 'A SHOP',
  };
  const from = {
    payerProxyId: '0812345678',
    payerProxyType: 'MSISDN',
    payerAccountNumber: '9876543210',
    payerName: payer,
  };
  return {
    ...shared,
    ...payee,
    ...from,
    transactionDateandTime: bangkok,
    sendingBankCode: '002',
    receivingBankCode: '014',
    channelCode: 'PMH',
    currencyCode: '764',
    transactionType: 'Domestic Transfers',
    billPaymentRef1: reference(number),
    billPaymentRef2: String(number % 1_000),
    billPaymentRef3: 'SHOP',
  };
}
