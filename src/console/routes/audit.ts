import type { JsonObject } from '../../core/json.js';
import { bangkokDate, DAY_MS, readDay, readMoment } from '../../core/time.js';
import { csvLine } from '../../format/csv.js';
import type { RequestContext, Route, RouteResult } from '../console.js';
import {
  AUDIT_FIELDS,
  type AuditPage,
  type AuditQuery,
  auditPage,
  auditText,
} from '../pages/audit.js';

/** Who looked at what and did what, as this machine has written it down. */
export const auditRoutes: readonly Route[] = [
  { method: 'GET', path: '/audit', act: 'audit', answer: show },
  { method: 'GET', path: '/audit.csv', act: 'audit', answer: csv },
  { method: 'GET', path: '/audit.jsonl', act: 'audit', answer: jsonl },
];

/** So many days are shown unless others are asked for. */
const DAYS = 7;

function show(request: RequestContext): RouteResult {
  const { audit, query } = request;
  const found = read(request);
  audit.write({ action: 'audit' });
  return { page: auditPage(found, query.get('page')) };
}

function csv(request: RequestContext): RouteResult {
  const { lines } = exported(request);
  const rows = [
    AUDIT_FIELDS,
    ...lines.map((line) => AUDIT_FIELDS.map((name) => auditText(line, name))),
  ];
  // Spreadsheets take a file for UTF-8 by its mark.
  const text = `\ufeff${rows.map((row) => csvLine(row)).join('')}`;
  return { text, type: 'text/csv; charset=utf-8', name: 'audit.csv' };
}

function jsonl(request: RequestContext): RouteResult {
  const { lines } = exported(request);
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  return { text, type: 'application/jsonl; charset=utf-8', name: 'audit.jsonl' };
}

function exported(request: RequestContext): AuditPage {
  const found = read(request);
  request.audit.write({ action: 'audit-export' });
  return found;
}

/** The newest first. */
function read({ audit, query, clock }: RequestContext): AuditPage {
  const now = clock.now();
  const field = (name: string) => (query.get(name) ?? '').trim();
  const wanted: AuditQuery = {
    person: field('person'),
    act: field('act'),
    from: readDay(field('from'), now) ?? bangkokDate(now - (DAYS - 1) * DAY_MS),
    to: readDay(field('to'), now) ?? bangkokDate(now),
  };
  const damaged: string[] = [];
  const since = readMoment(wanted.from, now) ?? now;
  const until = (readMoment(wanted.to, now) ?? now) + DAY_MS;
  const lines: JsonObject[] = [];
  const acts = new Set<string>();
  for (const line of audit.since(since, (place) => damaged.push(place))) {
    if (Date.parse(auditText(line, 'at')) >= until) continue;
    acts.add(auditText(line, 'action'));
    if (fits(line, wanted)) lines.push(line);
  }
  return { wanted, lines: lines.reverse(), acts: [...acts].sort(), damaged };
}

/** By any part of a name, an account or an address, or by the whole of a subject. */
function fits(line: JsonObject, { person, act }: AuditQuery): boolean {
  const asked = person.toLowerCase();
  const names = ['name', 'subject', 'user', 'sudoUser', 'address'].map((field) =>
    auditText(line, field).toLowerCase(),
  );
  return (
    (act === '' || auditText(line, 'action') === act) &&
    (asked === '' || names.some((name) => name.includes(asked)))
  );
}
