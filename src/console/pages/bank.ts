import { isJsonObject, type Json, textOf } from '../../core/json.js';
import { type Html, html } from '../../web/page.js';
import type { Ran } from '../commands.js';
import { badge, type Frame, failureOf, type PageParts, postForm, tableOf } from '../layout.js';
import { commandOf, href, momentOf, recordsOf, textIn } from '../show.js';

/** So many lines are read by somebody. */
const LINES = 50;

/** What the page of the embedded bank shows. */
export interface BankState {
  clock: Ran;
  faults: Ran;
  settings: Ran;
  log: Ran;
  /** Inquiries and tokens are listed, too. */
  isWhole: boolean;
}

export function bankPage(frame: Frame, state: BankState, above?: Html): PageParts {
  const { words } = frame;
  const body = html`<h1>${words.pages.bank}</h1><p class="lead">${words.bankLead}</p>
${above}
<section class="card"><h2>${words.clock}</h2>${clockOf(frame, state.clock)}</section>
<section class="card"><h2>${words.faults}</h2>${faultsOf(frame, state.faults)}</section>
<details class="card"><summary>${words.settings}</summary>${settingsOf(frame, state.settings)}</details>
<section class="card" id="log"><h2>${words.log}</h2>${logOf(frame, state)}</section>`;
  return { title: words.pages.bank, path: '/bank', body };
}

function clockOf(frame: Frame, { data, problem }: Ran): Html {
  const { words } = frame;
  if (problem) return failureOf(frame, problem);
  const isStopped = isJsonObject(data) && data.stopped === true;
  const button = (change: string, name: string) =>
    html`<button name="change" value="${change}" class="second">${name}</button>`;
  const quick = html`<div class="line">${button('+1h', words.clockHour)} ${button('+1d', words.clockDay)} ${isStopped ? button('start', words.clockStart) : button('stop', words.clockStop)} ${button('now', words.clockReset)}</div>`;
  const exact = html`<div class="line"><label>${words.clockChange} <input name="change" required maxlength="40" autocomplete="off"></label> <button class="second">${words.clockSet}</button></div>`;
  return html`<p>${words.clockNow}: <strong>${momentOf(frame, textIn(data, 'now'))}</strong> ${isStopped ? words.clockStopped : undefined}</p>
${postForm(frame, '/bank/clock', quick)}${postForm(frame, '/bank/clock', exact)}`;
}

function faultsOf(frame: Frame, { data, problem }: Ran): Html {
  const { words } = frame;
  const set = recordsOf(data);
  const items = set.map(
    (
      fault,
    ) => html`<li><code>${textIn(fault, 'name')}</code> ${textIn(fault, 'operation')} ${textIn(fault, 'reference')} ${textIn(fault, 'remaining') || textIn(fault, 'times')}</li>
`,
  );
  const form = html`<div class="line"><label>${words.faultName} <input name="fault" required maxlength="60" autocomplete="off"></label>
<label>${words.faultOperation} <input name="operation" maxlength="60" autocomplete="off"></label>
<label>${words.faultTimes} <input name="times" inputmode="numeric" maxlength="6" autocomplete="off"></label>
<button class="second">${words.faultSet}</button></div>`;
  const clear = html`<input type="hidden" name="fault" value="clear"><button class="second">${words.faultClear}</button>`;
  return html`${problem && failureOf(frame, problem)}${set.length === 0 ? html`<p>${words.faultNone}</p>` : html`<ul class="plain">${items}</ul>${postForm(frame, '/bank/faults', clear)}`}
${postForm(frame, '/bank/faults', form)}`;
}

function settingsOf(frame: Frame, { data }: Ran): Html {
  const { words } = frame;
  const fields = Object.entries(isJsonObject(data) ? data : {}).map(
    ([
      name,
      value,
    ]) => html`<label><code>${name}</code> <input name="${name}" value="${settingText(value)}" maxlength="200" autocomplete="off"></label>
`,
  );
  return html`<p>${words.settingsLead}</p>${postForm(frame, '/bank/settings', html`<div class="grid">${fields}</div><button class="second">${words.settingsButton}</button>`)}`;
}

/** As `sandbox settings` takes it. */
export function settingText(value: Json): string {
  return typeof value === 'boolean' ? String(value) : (textOf(value) ?? '');
}

function logOf(frame: Frame, { log: { data, problem }, isWhole }: BankState): Html {
  const { words } = frame;
  if (problem) return failureOf(frame, problem);
  const rows = recordsOf(data)
    .reverse()
    .slice(0, LINES)
    .map((line) => {
      const text = (name: string) => textIn(line, name);
      const status = text('status');
      return html`<tr><td class="keep">${momentOf(frame, text('at'))}</td><td><code>${commandOf(text('operation'))}</code></td><td><bdi>${text('reference')}</bdi></td>
<td>${status === '' ? undefined : badge(status, status.startsWith('2') ? 'good' : 'bad')}</td><td>${text('code')}</td><td class="more"><bdi class="theirs">${text('fault') || text('note')}</bdi></td></tr>
`;
    });
  const other = isWhole
    ? html`<p><a href="/bank#log">${words.onlyChanges}</a></p>`
    : html`<p><a href="${href('/bank', { log: 'all' })}#log">${words.all}</a></p>`;
  if (rows.length === 0) return html`<p>${words.logNone}</p>${other}`;
  const head = html`<th scope="col">${words.time}</th><th scope="col">${words.operation}</th><th scope="col">${words.reference}</th><th scope="col">${words.status}</th><th scope="col">${words.code}</th><th scope="col" class="more">${words.what}</th>`;
  return html`${other}${tableOf(words.log, head, rows)}`;
}
