import type { Text } from '../core/message.js';
import { dates } from '../messages/dates.js';

export { amountText, labelFor } from '../web/data.js';

/** A time as its reader writes it, of one as scripts read it. */
export function momentText(text: string): Text {
  const at = Date.parse(text);
  return Number.isFinite(at) ? dates.moment(at) : text;
}

/** A link within the console. */
export function href(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === '' ? [] : [[name, value]],
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

/** Where the page of a payment is, and what somebody says of it: its day, where several have its reference. */
export function paymentLink(
  reference: string,
  about: Readonly<Record<string, string | undefined>> = {},
): string {
  return href(`/p/${encodeURIComponent(reference)}`, about);
}
