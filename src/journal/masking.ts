import { isJsonObject, type Json, textOf } from '../core/json.js';

/**
 * Names that smell of a person, an account or a credential. Wider than need be: a field that is
 * masked for nothing costs less than an account number in a file that people send around.
 */
const DELICATE =
  /name$|mobile|phone|email|citizen|passport|alien|taxid|account|address|birth|proxy|wallet|buyer|payer|identity|qrdata|qrraw|pan$|secret|password|passphrase|^pin$|otp|cvv|token$|authcode|authorization/i;

/** A copy for the disk: delicate values show their last four characters at most. `personal` are paths without list indices. */
export function masked(value: Json, personal: readonly string[] = []): Json {
  const named = new Set(personal.map((path) => path.toLowerCase()));
  const walk = (item: Json, path: string, hidden: boolean): Json => {
    if (Array.isArray(item)) return item.map((element) => walk(element, path, hidden));
    if (isJsonObject(item)) {
      const entries = Object.entries(item).map(([key, inner]) => {
        const here = path === '' ? key : `${path}.${key}`;
        const hides = hidden || DELICATE.test(key) || named.has(here.toLowerCase());
        return [key, walk(inner, here, hides)] as const;
      });
      return Object.fromEntries(entries);
    }
    const text = hidden ? textOf(item) : undefined;
    return text === undefined || text === '' ? item : tail(text);
  };
  return walk(value, '', false);
}

function tail(text: string): string {
  const characters = Array.from(text);
  return characters.length < 8 ? '***' : `***${characters.slice(-4).join('')}`;
}
