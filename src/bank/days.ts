import { bangkokDate, daysAround, formatDate, parseDate } from '../core/time.js';

/** Bangkok days, `YYYY-MM-DD`, both inclusive. */
export interface Days {
  from: string;
  to: string;
}

interface SearchContext {
  /** What is known of the payment: its `date`, or since when it is sought, or when it was `ordered`. */
  known: Readonly<Record<string, string>>;
  now: number;
}

const DAYS_BACK = 3;
/** From the day of an order on: most are paid within them. */
const DAYS_OF_ORDER = 7;

/** The days to be searched: those of the order, and the last three or all since a day. */
function spansToAsk({ known, now }: SearchContext, back: number): Days[] {
  const today = parseDate(bangkokDate(now)) ?? 0;
  const since = Math.min(parseDate(known.since ?? '') ?? today - back, today);
  const ordered = known.since === undefined ? parseDate(known.ordered ?? '') : undefined;
  const recent = { from: formatDate(since), to: formatDate(today) };
  if (ordered === undefined || ordered >= since) return [recent];
  const end = ordered + DAYS_OF_ORDER - 1;
  if (end >= since - 1) return [{ from: formatDate(ordered), to: recent.to }];
  return [recent, { from: formatDate(ordered), to: formatDate(end) }];
}

/**
 * The known day of a payment, else the last three and those of its order, the newest first: an inquiry
 * takes one day. `YYYY-MM-DD` in Bangkok.
 */
export function daysToAsk(context: SearchContext): string[] {
  const { date } = context.known;
  if (date !== undefined) return [date];
  const spans = spansToAsk(context, DAYS_BACK - 1);
  return spans.flatMap((span) =>
    splitDays(span, 1)
      .map(({ to }) => to)
      .reverse(),
  );
}

/** Ranges of at most three days apart ("Limits"): around the known day, or the same as `daysToAsk`. */
export function rangesToAsk(context: SearchContext): Days[] {
  const { date = '' } = context.known;
  if (parseDate(date) !== undefined) {
    const [from, to] = daysAround(date, 1, 1);
    return [{ from, to }];
  }
  const spans = spansToAsk(context, DAYS_BACK);
  return spans.flatMap((span) => splitDays(span, DAYS_BACK + 1).reverse());
}

/** Parts of at most `most` days. */
export function splitDays({ from, to }: Days, most: number): Days[] {
  const [first, last] = [parseDate(from), parseDate(to)];
  if (first === undefined || last === undefined) return [];
  const parts: Days[] = [];
  for (let day = first; day <= last; day += most) {
    parts.push({ from: formatDate(day), to: formatDate(Math.min(day + most - 1, last)) });
  }
  return parts;
}
