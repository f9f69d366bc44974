import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { CONFIRMATIONS } from '../../src/bank/envelope.js';
import { loadCatalogue } from '../../src/bank/families.js';
import { FIELD_FACTS } from '../../src/bank/fields.js';
import {
  isCredential,
  isHidden,
  maskForField,
  maskPersonal,
  maskSensitive,
  maskValue,
} from '../../src/bank/privacy.js';
import { isRecord } from '../../src/core/fields.js';
import { number, parseJson } from '../../src/core/json.js';

interface Named {
  name: string;
  holder: string;
  schema?: unknown;
}

const catalogue = await loadCatalogue();

/** The fields of a schema of zod, however deep. */
function fieldsOf(schema: unknown, holder = ''): Named[] {
  if (Array.isArray(schema)) return schema.flatMap((item) => fieldsOf(item, holder));
  if (!isRecord(schema) || !isRecord(schema.def)) return [];
  const { shape, innerType, element, options, in: input, out } = schema.def;
  const own = Object.entries(isRecord(shape) ? shape : {}).flatMap(([name, field]) => {
    const inner = fieldsOf(field, name);
    return inner.length > 0 ? inner : [{ name, holder, schema: field }];
  });
  return [
    ...own,
    ...[innerType, element, options, input, out].flatMap((one) => fieldsOf(one, holder)),
  ];
}

const confirmed = CONFIRMATIONS.flatMap(({ schema }) => fieldsOf(schema));
const fields = [...catalogue.flatMap(({ input, data }) => fieldsOf([input, data])), ...confirmed];

/**
 * A field that is new stands here after somebody has asked whether it tells who a person is, or is
 * added to the table of `bank/privacy.ts`.
 */
it('every field of the bank is private, or known to be open', () => {
  const isMasked = ({ name, holder }: Named) => maskForField(name, holder) !== undefined;
  const open = fields.filter((field) => !isMasked(field) && !isCredential(field.name));
  // Tables mask by what holds a field, logs whatever holds it.
  expect(fields.filter((field) => isMasked(field) && !isHidden(field.name))).toEqual([]);
  const names = new Set(open.map(({ name }) => name));
  expect(
    [...names]
      .sort()
      .join(' ')
      .replace(/(.{1,100})(?: |$)/g, '$1\n'),
  ).toMatchInlineSnapshot(`
    "Website acceptanceDateTime accountTo addressSeqID amount applicationId authorizeCode backURL backUrl
    bankCode billPaymentRef1 billPaymentRef2 billPaymentRef3 billReference1 billReference2
    billReference3 billerId bpReference callbackUrl cardType channel channelCode channelDateTime
    channelName clearingSystemReference cnyAmount code codeUrl companyId contactIndicator corporateId
    countryCode createdTimestamp creationDateTime csExtExpiryTime csNote csUserDefined currency
    currencyCode currentAddressFlag customerRef dateFrom dateTo debitStatus deeplinkUrl description
    details encryptedValue endState equivalentAmount equivalentCurrencyCode errorCode errorMessage
    eventCode exchangeRate expiresAt expiresIn expiryDate formatCode fromAmount fromDate
    includeHistoryDetails includeInitiate initiatingPartyId invoice masterMid masterTid maximum
    merchantApp merchantCategoryCode merchantCategoryName merchantEstimatedMonthlySales
    merchantEstimatedMonthlySalesCode merchantId merchantName merchantSubCategoryCode
    merchantSubCategoryName message messageIdentification mid minimum minimumCCIPP moreInfo name
    nonceStr note numberOfTimes objectiveCode originalCreationDateTime originalEndToEndIdentification
    originalInstructionIdentification originalMessageIdentification outTradeNo ownerCode pageNumber
    pageSize paidAmount paidLocalAmount paidLocalCurrency partnerIdentification partnerTransactionID
    partnerTransactionId payeeBillerId payeeProxyId payeeProxyType payeeTerminalNo payerProxyType
    paymentAmount paymentMethod ppId ppType prepayId province proxyIdentification
    proxyIdentificationType qrCodeId qrId qrImage qrRawData qrType qrcodeId receivingBank
    receivingBankCode redirectOption ref1 ref2 ref3 refDateTime refNumber reference1 reference2
    reference3 refreshExpiresAt refreshExpiresIn refundId refundTransactionDateTime regRef remarks
    request response-channel responseCode responseStatus reversalType reverseFlag sendingBank
    sendingBankCode serviceType sessionValidUntil sessionValidityPeriod shopFacebook shopInstagram
    shopLineId shopNameEn shopNameTh shopPhoto shopTypeCode shopTypeName slipId state
    statementDescription status statusCode statusDesc subAccountId success terminalId tid timeEnd
    toAmount toDate tokenType tokenizerId totalFee totalRecords traceNo tradeState tranType transDate
    transRef transTime transactionAmount transactionCurrency transactionDate transactionDateTime
    transactionDateandTime transactionId transactionStatus transactionSubType transactionType
    txnDateTime txnNumber type updatedTimestamp url usageCode userRefId webUrl website
    "
  `);
});

it('hides every field that is secret and so has no flag', () => {
  const secret = fields.filter(({ schema }) => {
    return schema instanceof z.ZodMiniType && FIELD_FACTS.get(schema)?.secret === true;
  });
  expect(secret.map(({ name }) => name)).toContain('applicationSecret');
  expect(secret.filter(({ name }) => !isCredential(name))).toEqual([]);
});

describe('masking', () => {
  it('hides who a person is and keeps a useful tail', () => {
    const data =
      parseJson(`{"profile":{"citizenID":"1234567890123","thaiFirstName":"สมมุติ","engLastName":"Example",
      "birthDate":"1990-01-31","mobile":"0812345678","email":"someone@mail.example","genderCode":"M",
      "address":{"thaiAddressNumber":"1/2","zipCode":"10110","countryCode":"TH"}}}`);
    expect(maskPersonal(data)).toEqual({
      profile: {
        citizenID: '***0123',
        thaiFirstName: 'ส***',
        engLastName: 'E***',
        birthDate: '***',
        mobile: '***5678',
        email: 's***@mail.example',
        genderCode: '***',
        address: { thaiAddressNumber: '***', zipCode: '***', countryCode: 'TH' },
      },
    });
  });

  it('shows the last four digits of a card and nothing before', () => {
    const card = '4111111111111111';
    expect(maskPersonal({ consumerPAN: card, merchantPAN: card })).toEqual({
      consumerPAN: '***1111',
      merchantPAN: '***1111',
    });
  });

  it('masks numbers, lists and whole objects under a private name', () => {
    const data = parseJson(
      '{"mobile":812345678,"proxy":[{"value":{"nick":["somebody else"],"age":42}}]}',
    );
    expect(maskPersonal(data)).toEqual({
      mobile: '***5678',
      proxy: [{ value: { nick: ['***else'], age: '***' } }],
    });
  });

  it('masks sender and receiver of a slip by the field that holds them', () => {
    const person = { displayName: 'Someone', account: { type: 'BANKAC', value: 'xxx-x-x1234-x' } };
    expect(maskPersonal({ sender: person, bank: { name: 'A Bank' } })).toEqual({
      sender: { displayName: 'S***', account: { type: 'BANKAC', value: '***34-x' } },
      bank: { name: 'A Bank' },
    });
  });

  it('hides short values whole and leaves empty ones empty', () => {
    expect(maskValue('1234567')).toBe('***');
    expect(maskValue('')).toBe('');
    expect(maskValue('no-at-sign', 'email')).toBe('***sign');
  });

  it('does not take names of Object.prototype for known fields', () => {
    const data = { constructor: 'kept', toString: 'kept' };
    expect(maskPersonal(data)).toEqual(data);
  });

  it('keeps at most the last characters of delicate values on disk', () => {
    expect(
      maskSensitive({
        outTradeNo: 'ABC0001',
        totalFee: number('100.00'),
        buyerIdentityCode: '280000000000000001',
        accountNumber: number('1112223334'),
        qrData: '00020101021130',
        payer: { displayName: 'Somchai', proxy: { type: 'MSISDN', value: '0812345678' } },
        list: [{ citizenId: '1234567890123' }],
        applicationSecret: 'short',
        empty: { email: '' },
      }),
    ).toEqual({
      outTradeNo: 'ABC0001',
      totalFee: number('100.00'),
      buyerIdentityCode: '***0001',
      accountNumber: '***3334',
      qrData: '***1130',
      payer: { displayName: '***', proxy: { type: '***', value: '***5678' } },
      list: [{ citizenId: '***0123' }],
      applicationSecret: '***',
      empty: { email: '' },
    });
  });
});
