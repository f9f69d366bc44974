import { exitClassForCode } from '../../core/errors.js';
import { type JsonObject, jsonText } from '../../core/json.js';
import type { Text } from '../../core/message.js';
import { consoleWords, pageNames } from '../../messages/console.js';
import { auditActs, auditWords as words } from '../../messages/console-audit.js';
import { labels } from '../../messages/labels.js';
import { endings } from '../../messages/payments.js';
import { type Html, html } from '../../web/html.js';
import type { TableColumn } from '../../web/table.js';
import { amountText, href, labelFor, momentText } from '../format.js';
import type { PageParts } from '../frame.js';
import { pagedTable } from '../pager.js';

/** What is asked for; days are Bangkok days, both inclusive. */
export interface AuditQuery {
  person: string;
  act: string;
  from: string;
  to: string;
}

export interface AuditPage {
  wanted: AuditQuery;
  lines: readonly JsonObject[];
  /** What was done in these days, by whomever. */
  acts: readonly string[];
  /** Lines that were changed or cut off. */
  damaged: readonly string[];
}

/** The fields of a line, as they are exported. */
export const AUDIT_FIELDS = [
  ...['at', 'subject', 'name', 'address', 'user', 'sudoUser', 'host', 'profile'],
  ...['action', 'what', 'amount', 'exit'],
] as const;

export function auditText(line: JsonObject, field: string): string {
  return jsonText(line[field]) ?? '';
}

const COLUMNS: readonly TableColumn<JsonObject>[] = [
  { name: labels.time, look: 'keep', cell: (line) => momentText(auditText(line, 'at')) },
  { name: words.person, cell: personCell },
  { name: words.act, cell: (line) => labelFor(auditActs, auditText(line, 'action')) },
  { name: words.about, cell: subjectCell },
  { name: labels.amount, look: 'number', cell: (line) => amountText(auditText(line, 'amount')) },
  { name: labels.outcome, cell: endingCell },
  { name: words.address, look: 'more', cell: (line) => auditText(line, 'address') },
];

const ENDINGS = { ...endings, REJECTED: words.refused, BAD_DATA: words.unclear };

/** In words; the export has the exit code. */
function endingCell({ exit }: JsonObject): Text {
  const ended = exitClassForCode(Number(jsonText(exit) ?? Number.NaN));
  return ended === undefined ? '' : ENDINGS[ended];
}

/** Nothing at all where there is none: its cell is empty then. */
function subjectCell(line: JsonObject): Html | undefined {
  const what = auditText(line, 'what');
  if (what === '') return undefined;
  // The export has the whole of a hash.
  const shown = what.replace(/^(sha256:[0-9a-f]{12})[0-9a-f]{52}$/, '$1…');
  return html`<bdi class="theirs" title="${what}">${shown}</bdi>`;
}

/** Whoever signed in, else the account. */
function personCell(line: JsonObject): Html {
  const [name, subject] = [auditText(line, 'name'), auditText(line, 'subject')];
  const user = auditText(line, 'sudoUser') || auditText(line, 'user');
  const shown = subject === '' ? user : name || subject;
  return html`<bdi title="${subject}">${shown}</bdi>`;
}

export function auditPage(found: AuditPage, page: string | null): PageParts {
  const { wanted, lines, damaged } = found;
  const list = pagedTable({
    label: pageNames.audit,
    columns: COLUMNS,
    rows: lines,
    page,
    linkTo: (to) => href('/audit', { ...wanted, page: to }),
    none: html`<p class="note">${words.none}</p>`,
  });
  const links = (['csv', 'jsonl'] as const).map(
    (kind) =>
      html`<a class="button second" href="${href(`/audit.${kind}`, { ...wanted })}">${words[kind]}</a> `,
  );
  const body = html`<h1>${pageNames.audit}</h1><p class="lead">${words.lead}</p>
${filterForm(found)}
${damaged.length === 0 ? undefined : html`<p class="note" role="alert">${words.damaged(damaged.length)}</p>`}
${list}
<p class="actions">${links}</p>`;
  return { title: pageNames.audit, path: '/audit', body };
}

function filterForm({ wanted, acts }: AuditPage): Html {
  const day = (name: 'from' | 'to') =>
    html`<label>${labels[name]} <input type="date" name="${name}" value="${wanted[name]}"></label>`;
  const options = acts.map(
    (act) =>
      html`<option value="${act}"${act === wanted.act ? html` selected` : undefined}>${labelFor(auditActs, act)}</option>`,
  );
  return html`<form class="card filters" action="/audit" method="get">
<label>${words.person} <input name="person" value="${wanted.person}" maxlength="200" autocomplete="off"></label>
<label>${words.act} <select name="act"><option value="">${words.anyAct}</option>${options}</select></label>
${day('from')} ${day('to')} <div class="actions"><button class="second">${consoleWords.show}</button></div></form>`;
}
