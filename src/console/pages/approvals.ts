import { maskSensitive } from '../../bank/privacy.js';
import { stringifyJson } from '../../core/json.js';
import { type Data, type Message, wordedData } from '../../core/message.js';
import { environments, pageNames } from '../../messages/console.js';
import { proposalStates, approvalWords as words } from '../../messages/console-approvals.js';
import { labels } from '../../messages/labels.js';
import { payeeNames } from '../../messages/value-names.js';
import { type DataRecord, fieldText, isDataRecord, toDataRecords } from '../../web/data.js';
import { type Html, html } from '../../web/html.js';
import { factList, type TableColumn } from '../../web/table.js';
import type { CommandResult } from '../commands.js';
import { amountText, href, labelFor, momentText } from '../format.js';
import { postForm } from '../forms.js';
import type { Frame, PageParts } from '../frame.js';
import { badge, failureCard, noteList, type Tone } from '../notices.js';
import { pagedTable } from '../pager.js';

const TONES: Readonly<Record<string, Tone>> = {
  open: 'wait',
  released: 'wait',
  done: 'good',
};

const COLUMNS: readonly TableColumn<DataRecord>[] = [
  { name: labels.reference, cell: linkTo },
  { name: labels.amount, look: 'number', cell: (one) => amountText(fieldText(one, 'amount')) },
  { name: labels.state, cell: stateBadge },
  { name: words.proposer, cell: (one) => html`<bdi>${formatWho(one, 'proposer')}</bdi>` },
  {
    name: words.reason,
    cell: (one) => html`<bdi class="theirs">${fieldText(one, 'reason')}</bdi>`,
  },
  { name: words.expires, look: 'named', cell: (one) => momentText(fieldText(one, 'expires')) },
];

function linkTo(proposal: DataRecord): Html {
  const link = `/approvals/${encodeURIComponent(fieldText(proposal, 'id'))}`;
  return html`<a href="${link}"><bdi>${fieldText(proposal, 'reference')}</bdi></a>`;
}

function stateBadge(proposal: DataRecord): Html {
  const state = fieldText(proposal, 'state');
  return badge(labelFor(proposalStates, state), TONES[state] ?? 'quiet');
}

/** A person by name, an account by its machine. */
function formatWho(proposal: Data, field: string): string {
  const [name, subject] = [
    fieldText(proposal, `${field}.name`),
    fieldText(proposal, `${field}.subject`),
  ];
  if (subject !== '') return name || subject;
  const user = fieldText(proposal, `${field}.user`);
  return user && `${user}@${fieldText(proposal, `${field}.host`)}`;
}

/** Whether whoever signed in has proposed it; nobody releases that. */
export function isOwn({ person }: Pick<Frame, 'person'>, proposal: Data): boolean {
  return person.subject !== undefined && person.subject === fieldText(proposal, 'proposer.subject');
}

interface Proposals {
  ran: CommandResult;
  /** With those that no longer wait. */
  isAll: boolean;
  page: string | null;
}

export function proposalsPage(frame: Frame, { ran, isAll, page }: Proposals): PageParts {
  const all = isAll ? 'yes' : undefined;
  const list = pagedTable({
    label: pageNames.approvals,
    columns: COLUMNS,
    rows: toDataRecords(ran.data),
    page,
    linkTo: (to) => href('/approvals', { all, page: to }),
    none: html`<p class="note">${isAll ? words.noneAtAll : words.none}</p>`,
  });
  const other = isAll
    ? html`<a href="/approvals">${words.onlyOpen}</a>`
    : html`<a href="/approvals?all=yes">${words.all}</a>`;
  const body = html`<h1>${pageNames.approvals}</h1><p class="lead">${isAll ? words.leadAll : words.lead}</p>
${ran.problem && failureCard(frame, ran.problem)}
${noteList(frame, ran.notes)}
${ran.problem ? undefined : list}
<p class="actions">${other}</p>`;
  return { title: pageNames.approvals, path: '/approvals', body };
}

/** What somebody has just decided, and what came of it. */
export interface ApprovalOutcome {
  said?: readonly [tone: Tone, text: Message];
  ran: CommandResult;
}

/** One proposal: exactly what will be sent, and what can be said of it. */
export function proposalPage(
  frame: Frame,
  id: string,
  { data, problem }: CommandResult,
  decided?: ApprovalOutcome,
): PageParts {
  const proposal = isDataRecord(data) ? data : undefined;
  const body = html`${decided && decidedCard(frame, decided)}
${problem && failureCard(frame, problem)}
${proposal && factsCard(frame, proposal)}
${proposal && inputCard(frame, proposal)}
${proposal && actsFor(frame, id, proposal)}`;
  return { title: pageNames.approvals, path: '/approvals', body };
}

function decidedCard(frame: Frame, { said, ran: { problem, notes } }: ApprovalOutcome): Html {
  const headline =
    said && html`<section class="card verdict ${said[0]}"><p>${said[1]}</p></section>`;
  return html`<div role="status">${headline}</div>
${noteList(frame, notes)}
${problem && failureCard(frame, problem)}`;
}

function factsCard(frame: Frame, proposal: DataRecord): Html {
  const text = (field: string) => fieldText(proposal, field);
  const payee = masked(frame, proposal.payee).map(
    ([field, value]) => html`${labelFor(payeeNames, field)} <bdi>${value}</bdi><br>`,
  );
  const facts = factList(
    [
      [labels.amount, text('amount') && `${amountText(text('amount'))} THB`],
      [labels.payee, payee.length > 0 ? html`${payee}` : undefined],
      [labels.reference, text('reference')],
      [labels.environment, html`<strong>${labelFor(environments, text('environment'))}</strong>`],
      [words.proposer, formatWho(proposal, 'proposer')],
      [words.reason, text('reason')],
      [words.expires, momentText(text('expires'))],
      [words.releasedBy, formatWho(proposal, 'releasedBy')],
    ],
    'large',
  );
  return html`<section class="card"><h1>${frame.chargeName(text('operation'))} ${stateBadge(proposal)}</h1>${facts}</section>
`;
}

function inputCard(frame: Frame, { input }: DataRecord): Html | undefined {
  const fields = masked(frame, input);
  if (fields.length === 0) return undefined;
  return html`<section class="card"><h2>${words.input}</h2>${factList(fields.map(([name, value]) => [html`<code>${name}</code>`, value]))}</section>
`;
}

/** The fields of an object, with personal data masked. */
function masked({ say }: Frame, data: Data | undefined): [name: string, value: string][] {
  const plain = maskSensitive(wordedData(data ?? null, say));
  if (!isDataRecord(plain)) return [];
  return Object.entries(plain).map(([name, value]) => {
    return [
      name,
      typeof value === 'string' ? value : stringifyJson(wordedData(value ?? null, say)),
    ];
  });
}

function actsFor(frame: Frame, id: string, proposal: DataRecord): Html | undefined {
  const state = fieldText(proposal, 'state');
  const field = html`<input type="hidden" name="id" value="${id}">`;
  const mayRelease = frame.may('release') && (state === 'released' || !isOwn(frame, proposal));
  if (state === 'released') {
    return mayRelease
      ? postForm(frame, '/approvals/release', html`${field}<button>${words.goOn}</button>`)
      : undefined;
  }
  if (state !== 'open') return undefined;
  const release = html`${field}<p>${words.releaseLead}</p><p class="actions"><button class="danger">${words.release} <bdi>${amountText(fieldText(proposal, 'amount'))}</bdi> THB</button></p>`;
  const mayWithdraw = frame.may('refund') && isOwn(frame, proposal);
  const refuse = frame.may('release')
    ? noteForm(frame, '/approvals/refuse', field, [words.refuseWhy, words.refuse])
    : mayWithdraw
      ? noteForm(frame, '/approvals/withdraw', field, [words.withdrawWhy, words.withdraw])
      : undefined;
  if (!mayRelease && refuse === undefined) return undefined;
  return html`<section class="card screen">${mayRelease ? postForm(frame, '/approvals/release', release) : undefined}
${refuse}</section>`;
}

function noteForm(
  frame: Frame,
  path: string,
  field: Html,
  [why, act]: readonly [Message, Message],
): Html {
  return postForm(
    frame,
    path,
    html`${field}<div class="line"><label>${why} <input name="note" required maxlength="500" autocomplete="off" size="40"></label> <button class="second">${act}</button></div>`,
  );
}
