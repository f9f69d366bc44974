import { channelDateTime } from '../api/time.js';
import { fromPlain, type JsonObject } from '../json.js';
import { type Evidence, FITS, type Reading, type Source } from './evidence.js';
import type { Step } from './next.js';
import { type Event, timelineOf } from './timeline.js';
import type { Judgement } from './verdict.js';

/** What an investigation comes to, before it is printed. */
export interface Report extends Pick<Judgement, 'contradictions' | 'verdict'> {
  id: string;
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
    recognised: recognisedOf(evidence.readings),
    sources: evidence.sources,
    timeline: timelineOf(evidence),
    contradictions,
    verdict,
    next,
  };
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

function sourceJson({ family: _, at, ...source }: Source): JsonObject {
  return object({ ...source, at: channelDateTime(at) });
}

function eventJson({ at, ...event }: Event): JsonObject {
  return object({ at: channelDateTime(at), ...event });
}

function object(fields: object): JsonObject {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, fromPlain(value)]),
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
