import { type Mask, maskOf } from '../../bank/privacy.js';
import { isJsonObject, type Json, textOf } from '../../core/json.js';

/** What a table may show of a personal value: enough to recognise it, not to know it. */
export function maskValue(value: string, kind: Mask = 'tail'): string {
  if (value === '') return value;
  const [first = ''] = value;
  if (kind === 'all') return '***';
  if (kind === 'name') return `${first}***`;
  const at = value.lastIndexOf('@');
  if (kind === 'email' && at > 0) return `${first}***${value.slice(at)}`;
  return value.length < 8 ? '***' : `***${Array.from(value).slice(-4).join('')}`;
}

/** A copy in which personal data and card numbers are masked. */
export function maskPersonal(data: Json): Json {
  const walk = (value: Json, holder: string, inherited: Mask | undefined): Json => {
    if (Array.isArray(value)) return value.map((item) => walk(item, holder, inherited));
    if (isJsonObject(value)) {
      const entries = Object.entries(value).map(([key, item]) => {
        return [key, walk(item, key, maskOf(key, holder) ?? inherited)] as const;
      });
      return Object.fromEntries(entries);
    }
    const text = textOf(value);
    return inherited === undefined || text === undefined ? value : maskValue(text, inherited);
  };
  return walk(data, '', undefined);
}
