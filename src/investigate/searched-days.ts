import { type Days, splitDays } from '../bank/days.js';
import type { Message } from '../core/message.js';
import { daysAround, parseDate } from '../core/time.js';
import { dates } from '../messages/dates.js';
import { verdicts } from '../messages/verdicts.js';
import type { EvidenceSource } from './evidence.js';

/** Days ago that one search may begin: each day is an inquiry, and the bank allows few in a second. */
export const MOST_DAYS = 92;

/** How much earlier the next search begins. */
const EARLIER_DAYS = 30;

/** The days that inquiries answered for, the latest first, without gaps that are none. */
export function searchedDays(sources: readonly EvidenceSource[]): Days[] {
  const answered = sources.filter(({ result }) => result === 'found' || result === 'not-found');
  const days = new Set(
    answered.flatMap(({ days: span }) => (span ? splitDays(span, 1) : []).map(({ to }) => to)),
  );
  const spans: Days[] = [];
  for (const day of [...days].sort().reverse()) {
    const last = spans.at(-1);
    if (last && daysAround(day, 0, 1)[1] === last.from) last.from = day;
    else spans.push({ from: day, to: day });
  }
  return spans;
}

/** In words; undefined where no inquiry was about days. */
export function searchedWords(sources: readonly EvidenceSource[]): Message | undefined {
  const spans = searchedDays(sources);
  if (spans.length === 0) return undefined;
  return verdicts.searched(spans.map(formatDays));
}

function formatDays({ from, to }: Days): Message {
  const first = dates.written(from);
  return from === to ? first : verdicts.span(first, dates.written(to));
}

/** From when on to search next; undefined where it would be too long ago, or days do not matter. */
export function earlierDay(sources: readonly EvidenceSource[]): string | undefined {
  const [latest, earliest] = [searchedDays(sources).at(0)?.to, searchedDays(sources).at(-1)?.from];
  if (latest === undefined || earliest === undefined) return undefined;
  const [since] = daysAround(earliest, EARLIER_DAYS, 0);
  const most = (parseDate(latest) ?? 0) - (parseDate(since) ?? 0);
  return most > MOST_DAYS ? undefined : since;
}
