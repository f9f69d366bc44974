import { sha256 } from '../../core/hash.js';
import {
  isJsonObject,
  isLosslessNumber,
  jsonText,
  number,
  readJson,
  stringifyJson,
} from '../../core/json.js';
import { formatAmount } from '../../core/money.js';

/** Of another biller than ours. */
export const OTHER_BILLER = {
  payeeProxyId: '099999999999999',
  companyId: '99999',
  merchantId: '299999999999999',
};
/** Of an order that nobody has. */
export const STRANGER = { billPaymentRef1: 'NOBODY0001', billPaymentRef2: '', qrId: 'NOBODY0001' };

/** The same confirmation with other fields, as far as it has them. */
export function changed(body: string, fields: Readonly<Record<string, string>>): string {
  const all = readJson(body);
  if (!isJsonObject(all)) return body;
  const known = Object.entries(fields).filter(([name]) => name in all);
  return stringifyJson({ ...all, ...Object.fromEntries(known) });
}

/** The same confirmation of another amount; text stays text, and a number a number. */
export function withAmount(body: string, amount: bigint): string {
  const fields = readJson(body);
  if (!isJsonObject(fields)) return body;
  const text = formatAmount(amount);
  return stringifyJson({
    ...fields,
    amount: isLosslessNumber(fields.amount) ? number(text) : text,
  });
}

/** The same confirmation under the id of the payment that another one confirms. */
export function withPaymentId(body: string, other: string): string {
  const fields = readJson(other);
  const id = isJsonObject(fields) ? jsonText(fields.transactionId) : undefined;
  return id === undefined ? body : changed(body, { transactionId: id });
}

/** The same confirmation of what would be another payment. */
export function withOtherId(body: string): string {
  return changed(body, { transactionId: `X${sha256(body).slice(0, 31)}` });
}
