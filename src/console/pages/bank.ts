import type { Data, Message } from '../../core/message.js';
import { pageNames } from '../../messages/console.js';
import { operatorWords as words } from '../../messages/console-sandbox.js';
import { labels } from '../../messages/labels.js';
import { type DataRecord, fieldText, isDataRecord, toDataRecords } from '../../web/data.js';
import { type Html, html } from '../../web/html.js';
import type { TableColumn } from '../../web/table.js';
import type { CommandResult } from '../commands.js';
import { href, momentText } from '../format.js';
import { postForm } from '../forms.js';
import type { Frame, PageParts } from '../frame.js';
import { badge, failureCard } from '../notices.js';
import { pagedTable } from '../pager.js';

/** What the page of the embedded bank shows. */
export interface BankState {
  clock: CommandResult;
  faults: CommandResult;
  settings: CommandResult;
  log: CommandResult;
  /** Inquiries and tokens are listed, too. */
  isWhole: boolean;
  /** Of the log. */
  page: string | null;
}

export function bankPage(frame: Frame, state: BankState, above?: Html): PageParts {
  const body = html`<h1>${pageNames.bank}</h1><p class="lead">${words.lead}</p>
${above}
<section class="card"><h2>${words.clock}</h2>${clockCard(frame, state.clock)}</section>
<section class="card"><h2>${words.faults}</h2>${faultsCard(frame, state.faults)}</section>
<details class="card"><summary>${words.settings}</summary>${settingsForm(frame, state.settings)}</details>
<section class="card" id="log"><h2>${words.log}</h2>${logCard(frame, state)}</section>`;
  return { title: pageNames.bank, path: '/bank', body };
}

function clockCard(frame: Frame, { data, problem }: CommandResult): Html {
  if (problem) return failureCard(frame, problem);
  const isStopped = isDataRecord(data) && data.stopped === true;
  const button = (change: string, name: Message) =>
    html`<button name="change" value="${change}" class="second">${name}</button>`;
  const quick = html`<div class="line">${button('+1h', words.clockHour)} ${button('+1d', words.clockDay)} ${isStopped ? button('start', words.clockStart) : button('stop', words.clockStop)} ${button('now', words.clockReset)}</div>`;
  const exact = html`<div class="line"><label>${words.clockChange} <input name="change" required maxlength="40" autocomplete="off"></label> <button class="second">${words.clockSet}</button></div>`;
  return html`<p>${words.clockNow}: <strong>${momentText(fieldText(data, 'now'))}</strong> ${isStopped ? words.clockStopped : undefined}</p>
${postForm(frame, '/bank/clock', quick)}${postForm(frame, '/bank/clock', exact)}`;
}

function faultsCard(frame: Frame, { data, problem }: CommandResult): Html {
  const set = toDataRecords(data);
  const items = set.map(
    (
      fault,
    ) => html`<li><code>${fieldText(fault, 'name')}</code> ${fieldText(fault, 'operation')} ${fieldText(fault, 'reference')} ${fieldText(fault, 'remaining') || fieldText(fault, 'times')}</li>
`,
  );
  const form = html`<div class="line"><label>${words.faultName} <input name="fault" required maxlength="60" autocomplete="off"></label>
<label>${words.faultOperation} <input name="operation" maxlength="60" autocomplete="off"></label>
<label>${words.faultTimes} <input name="times" inputmode="numeric" maxlength="6" autocomplete="off"></label>
<button class="second">${words.faultSet}</button></div>`;
  const clear = html`<input type="hidden" name="fault" value="clear"><button class="second">${words.faultClear}</button>`;
  return html`${problem && failureCard(frame, problem)}${set.length === 0 ? html`<p>${words.faultNone}</p>` : html`<ul class="plain">${items}</ul>${postForm(frame, '/bank/faults', clear)}`}
${postForm(frame, '/bank/faults', form)}`;
}

function settingsForm(frame: Frame, { data }: CommandResult): Html {
  const fields = Object.entries(isDataRecord(data) ? data : {}).map(
    ([
      name,
      value,
    ]) => html`<label><code>${name}</code> <input name="${name}" value="${settingText(value)}" maxlength="200" autocomplete="off"></label>
`,
  );
  return html`<p>${words.settingsLead}</p>${postForm(frame, '/bank/settings', html`<div class="grid">${fields}</div><button class="second">${words.settingsButton}</button>`)}`;
}

/** As `sandbox settings` takes it. */
export function settingText(value: Data): string {
  return typeof value === 'boolean' ? String(value) : fieldText({ value }, 'value');
}

function logCard(frame: Frame, { log: { data, problem }, isWhole, page }: BankState): Html {
  if (problem) return failureCard(frame, problem);
  const linkTo = (to: string) =>
    `${href('/bank', { ...(isWhole && { log: 'all' }), page: to })}#log`;
  const other = isWhole
    ? html`<p><a href="/bank#log">${words.onlyChanges}</a></p>`
    : html`<p><a href="${href('/bank', { log: 'all' })}#log">${words.all}</a></p>`;
  const list = pagedTable({
    label: words.log,
    columns: columnsFor(frame),
    rows: toDataRecords(data).reverse(),
    page,
    linkTo,
    none: html`<p>${words.logNone}</p>`,
  });
  return html`${other}${list}`;
}

const columnsFor = ({ commandName }: Frame): TableColumn<DataRecord>[] => [
  { name: labels.time, look: 'keep', cell: (line) => momentText(fieldText(line, 'at')) },
  {
    name: labels.operation,
    cell: (line) => html`<code>${commandName(fieldText(line, 'operation'))}</code>`,
  },
  { name: labels.reference, cell: (line) => html`<bdi>${fieldText(line, 'reference')}</bdi>` },
  { name: labels.status, cell: statusBadge },
  { name: labels.code, cell: (line) => fieldText(line, 'code') },
  {
    name: labels.what,
    look: 'more',
    cell: (line) =>
      html`<bdi class="theirs">${fieldText(line, 'fault') || fieldText(line, 'note')}</bdi>`,
  },
];

function statusBadge(line: DataRecord): Html | undefined {
  const status = fieldText(line, 'status');
  return status === '' ? undefined : badge(status, status.startsWith('2') ? 'good' : 'bad');
}
