/** Bodies as the bank sends them, of made-up people and shops. */
export function qr30(fields: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    transactionId: 'a1b2c3d4-0000-4000-8000-000000000001',
    amount: '100.00',
    transactionDateandTime: '2026-03-02T10:00:00.000+07:00',
    currencyCode: '764',
    transactionType: 'Domestic Transfer',
    payeeProxyId: '010000000000101',
    payeeProxyType: 'BILLERID',
    payeeAccountNumber: '1110000001',
    payeeName: 'Example Shop',
    payerAccountNumber: '2220000001',
    payerName: 'Mali Suksai',
    sendingBankCode: '999',
    receivingBankCode: '999',
    billPaymentRef1: 'ORDER1',
    billPaymentRef2: 'TABLE7',
    billPaymentRef3: 'SBX1',
    channelCode: 'PMH',
    ...fields,
  });
}

export function card(fields: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    transactionId: 'a1b2c3d4-0000-4000-8000-000000000002',
    amount: '250.50',
    transactionDateandTime: '2026-03-02T03:00:00.000',
    currencyCode: '764',
    transactionType: 'AUTH',
    merchantId: '200000000000001',
    terminalId: '100000000000001',
    qrId: '20260302100000123456',
    consumerPAN: '400000XXXXXX0002',
    traceNo: '000001',
    authorizeCode: '123456',
    paymentMethod: 'QRCS',
    invoice: 'INV1',
    ...fields,
  });
}

export function wallet(fields: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    transactionId: '2026030210000012345678901234',
    amount: 88,
    transactionDateandTime: '2026-03-02T10:00:00.000+07:00',
    currencyCode: '764',
    transactionType: 'AUTH',
    merchantId: '200000000000001',
    terminalId: '100000000000001',
    qrId: 'SBXORDER0001',
    companyId: '00100',
    exchangeRate: '',
    ...fields,
  });
}
