import { channelDateTime } from '../api/time.js';
import { fromPlain, type JsonObject } from '../json.js';
import { type Evidence, FITS, type Reading, type Source } from './evidence.js';
import type { Step } from './next.js';
import { defined } from './questions.js';
import { type Event, timelineOf } from './timeline.js';
import type { Judgement } from './verdict.js';

/** What an investigation comes to, before it is printed. */
export interface Report extends Pick<Judgement, 'contradictions' | 'verdict'> {
  id: string;
  /** The id, or what it is a payload of: that may name a person. */
  title: string;
  recognised: Pick<Reading, 'as' | 'value' | 'fit' | 'why'>[];
  sources: Source[];
  timeline: Event[];
  next: Step[];
}

export function reportOf(
  evidence: Evidence,
  { contradictions, verdict }: Judgement,
  next: Step[],
): Report {
  return {
    id: evidence.id,
    title: titleOf(evidence),
    recognised: recognisedOf(evidence.readings),
    sources: evidence.sources,
    timeline: timelineOf(evidence),
    contradictions,
    verdict,
    next,
  };
}

function titleOf({ id, payloads, papers }: Evidence): string {
  const [paper] = papers;
  return paper && payloads.includes(id) ? `a ${paper.kind} payload` : id;
}

/** The shape that scripts read; every key is always there. */
export function reportJson(report: Report): JsonObject {
  const { id, recognised, contradictions, verdict, next } = report;
  return {
    id,
    recognised: fromPlain(recognised),
    sources: report.sources.map(sourceJson),
    timeline: report.timeline.map(eventJson),
    contradictions: fromPlain(contradictions),
    verdict: fromPlain(verdict),
    next: fromPlain(next),
  };
}

function sourceJson(source: Source): JsonObject {
  const { asked, result, says, class: ended, code, httpStatus, ms, requestUId, at } = source;
  const trace = { class: ended, code, httpStatus, ms, requestUId, at: channelDateTime(at) };
  return object({ source: source.source, asked, result, says, ...trace });
}

function eventJson({ at, ...event }: Event): JsonObject {
  return object({ at: channelDateTime(at), ...event });
}

function object(fields: Readonly<Record<string, string | number | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(defined(fields)).map(([name, value]) => [name, fromPlain(value)]),
  );
}

/** Each reading once, by its strongest reason; the strongest first. */
function recognisedOf(readings: readonly Reading[]): Report['recognised'] {
  const best = new Map<string, Reading>();
  const byFit = [...readings].sort((a, b) => FITS.indexOf(a.fit) - FITS.indexOf(b.fit));
  for (const reading of byFit) {
    const key = `${reading.as} ${reading.value}`;
    if (!best.has(key)) best.set(key, reading);
  }
  return [...best.values()].map(({ as, value, fit, why }) => ({ as, value, fit, why }));
}
