import * as z from 'zod/mini';
import type { Problem } from '../../core/errors.js';
import { compareAmounts } from '../../core/money.js';
import { field as says } from '../../messages/bank.js';
import { fieldAt, inputText } from '../check.js';
import type { Fields } from '../define.js';
import { amountNumber, channelDateTimeField, digits, text } from '../fields.js';

/** Baht ("Limits"): transfer to another bank, and PromptPay. */
const OTHER_BANK_LIMIT = '2000000.00';

const head = {
  channelDateTime: channelDateTimeField('moment of this call, 29 characters'),
  partnerTransactionID: text('your reference, shown in reports', { max: 25 }),
  corporateId: text('corporate id given by the bank', { max: 35 }),
  objectiveCode: z.optional(
    text('objective of a transfer in foreign currency', {
      max: 6,
      known: ['318245'],
      conditional: 'unless the currency is THB',
    }),
  ),
};

const taxId = (whose: string) => text(`tax id of the ${whose}`, { max: 13 });
const statement = (whose: string) =>
  z.optional(text(`text on the statement of the ${whose}`, { max: 40 }));

const account = (whose: 'payer' | 'payee') =>
  z.looseObject({
    accountNo: text(`account of the ${whose}: THB 10 digits, foreign currency 13`, {
      max: 34,
      flag: `--${whose}-account-no`,
    }),
    bankCode: digits(3, `bank of the ${whose}, 3 digits`, { flag: `--${whose}-bank-code` }),
  });

const payee = z.optional(
  z.looseObject({
    taxId: z.optional(taxId('payee')),
    statementDescription: statement('payee'),
    accountInfo: z.optional(account('payee')),
    proxy: z.optional(
      z.looseObject({
        type: text('kind of PromptPay id: citizen or tax id'),
        value: text('PromptPay id of the payee'),
      }),
    ),
  }),
);

const tranAmount = z.looseObject({
  amount: amountNumber('amount to transfer', 13, { flag: '--amount' }),
  currency: z._default(
    text('currency of the amount', {
      pattern: [/^[A-Z]{3}$/, says.threeCapitals],
      flag: '--currency',
    }),
    'THB',
  ),
});

/** Fields of credit/initiate, from public documents. */
export const creditInput = z.looseObject({
  ...head,
  payer: z.looseObject({
    taxId: taxId('payer'),
    statementDescription: statement('payer'),
    accountInfo: account('payer'),
  }),
  payee,
  tranAmount,
});

/** Fields of debit/initiate, from public documents. */
export const debitInput = z.looseObject({
  ...head,
  payer: z.looseObject({
    taxId: z.optional(taxId('payer')),
    statementDescription: statement('payer'),
    accountInfo: account('payer'),
  }),
  payee,
  tranAmount,
});

/** Values for both initiations: a credit within the bank. */
export const initiateExample = {
  channelDateTime: '2026-01-31T09:00:00.000+07:00',
  partnerTransactionID: '20260131090000PAYROLL0001',
  corporateId: 'CORP0001',
  'payer.taxId': '0105500000001',
  'payer.accountInfo.accountNo': '1234567890',
  'payer.accountInfo.bankCode': '014',
  'payee.accountInfo.accountNo': '9876543210',
  'payee.accountInfo.bankCode': '014',
  'tranAmount.amount': '1500.00',
  'tranAmount.currency': 'THB',
};

/**
 * One currency on both sides ("What the service does", 5), as far as the lengths of the bank's
 * account numbers show it; PromptPay takes THB only ("Limits").
 */
export function checkCurrency(fields: Fields): Problem[] {
  const isForeign = isInForeignCurrency(fields);
  const problems: Problem[] = [];
  if (isForeign && isByPromptPay(fields)) {
    problems.push({ field: 'tranAmount.currency', message: says.bahtByPromptPay });
  }
  if (isForeign && fields.objectiveCode === undefined) {
    problems.push({ field: 'objectiveCode', message: says.missing({ by: says.foreignCurrency }) });
  }
  for (const side of isToOtherBank(fields) ? ['payer'] : ['payer', 'payee']) {
    const field = `${side}.accountInfo.accountNo`;
    const length = (inputText(fields, field) ?? '').length;
    if (length === (isForeign ? 10 : 13)) {
      const message = isForeign ? says.bahtAccount : says.foreignAccount;
      problems.push({ field, message });
    }
  }
  return problems;
}

/** Another bank takes THB only, and both it and PromptPay up to the limit ("Limits"). */
export function checkCredit(fields: Fields): Problem[] {
  const problems = checkCurrency(fields);
  const toOtherBank = isToOtherBank(fields);
  if (!toOtherBank && !isByPromptPay(fields)) return problems;
  if (toOtherBank && isInForeignCurrency(fields)) {
    problems.push({ field: 'tranAmount.currency', message: says.bahtToOtherBank });
  }
  const amount = inputText(fields, 'tranAmount.amount') ?? '';
  if ((compareAmounts(amount, OTHER_BANK_LIMIT) ?? 0) > 0) {
    const message = toOtherBank ? says.aboveOtherBankLimit : says.abovePromptPayLimit;
    problems.push({ field: 'tranAmount.amount', message });
  }
  return problems;
}

function isInForeignCurrency(fields: Fields): boolean {
  const currency = inputText(fields, 'tranAmount.currency') ?? '';
  return /^[A-Z]{3}$/.test(currency) && currency !== 'THB';
}

function isByPromptPay(fields: Fields): boolean {
  return fieldAt(fields, 'payee.proxy') !== undefined;
}

function isToOtherBank(fields: Fields): boolean {
  const from = inputText(fields, 'payer.accountInfo.bankCode');
  const to = inputText(fields, 'payee.accountInfo.bankCode');
  return Boolean(from && to) && from !== to;
}
