import type { Message } from '../../core/message.js';
import { pageNames } from '../../messages/console.js';
import { phoneWords as words } from '../../messages/console-sandbox.js';
import { dates } from '../../messages/dates.js';
import { payloads } from '../../messages/inquiries.js';
import { labels } from '../../messages/labels.js';
import { customerEnds, walletNames } from '../../messages/value-names.js';
import { encodeSymbol, symbolSvg } from '../../qr/draw.js';
import type { OpenCode } from '../../sandbox/customer.js';
import { type DataRecord, fieldText, toDataRecords } from '../../web/data.js';
import { type Html, html } from '../../web/html.js';
import { htmlTable } from '../../web/table.js';
import type { CommandResult } from '../commands.js';
import { amountText, labelFor, momentText } from '../format.js';
import { fileField, postForm, WITH_FILES } from '../forms.js';
import type { Frame, PageParts } from '../frame.js';
import { failureCard } from '../notices.js';

/** What the customer sees of a code that was scanned. */
export interface Scanned {
  /** What is paid: the payload, or the id that was typed. */
  target: string;
  kind: string;
  amount?: string;
  payee?: string;
}

export interface PhoneScreen {
  /** Codes that wait to be paid, newest first. */
  codes: readonly OpenCode[];
  balances: CommandResult;
}

/** Older ones have left the screen. */
const SHOWN = 6;

/** A bank's app as the customer holds it. `above` is what came of the last button. */
export function phonePage(frame: Frame, screen: PhoneScreen, above?: Html): PageParts {
  const body = html`<h1>${pageNames.phone}</h1><p class="lead">${words.lead}</p>
<div class="phone">
${above}
<div class="columns">
<div><section class="card"><h2>${words.scan}</h2>${scanForm(frame)}${shopScreen(frame, screen)}</section></div>
<div><section class="card"><h2>${words.buyerCode}</h2><p>${words.buyerLead}</p>${buyerForm(frame)}</section>
<section class="card"><h2>${words.consent}</h2><p>${words.consentLead}</p>${postForm(frame, '/phone/consent', html`<button class="second">${words.consentButton}</button>`)}</section>
<section class="card"><h2>${labels.balance}</h2>${balanceTable(frame, screen.balances)}</section></div>
</div></div>`;
  return { title: pageNames.phone, path: '/phone', body };
}

function scanForm(frame: Frame): Html {
  const content = html`<div class="drop" data-drop>
${fileField({ name: 'file', label: words.codeField, isRequired: false })}
<label>${words.codeText} <textarea name="code" rows="2" maxlength="4000" spellcheck="false"></textarea></label>
<button>${words.scan}</button></div>`;
  return postForm(frame, '/phone/scan', content, html`${WITH_FILES} data-paste`);
}

const PIXELS = 96;

/** The codes as the shop shows them: one is scanned by pressing it. */
function shopScreen(frame: Frame, { codes }: PhoneScreen): Html {
  const items = codes.slice(0, SHOWN).map(({ payload, reference, amount = '', at }) => {
    const picture = Buffer.from(symbolSvg(encodeSymbol(payload), PIXELS)).toString('base64');
    const content = html`<input type="hidden" name="code" value="${payload}">
<button class="second code"><img src="data:image/svg+xml;base64,${picture}" alt="" width="${PIXELS}" height="${PIXELS}"><span><bdi>${reference}</bdi><br>${amountText(amount)}</span></button>
<span class="faint">${dates.moment(at)}</span>`;
    return html`<li>${postForm(frame, '/phone/scan', content)}</li>
`;
  });
  return html`<h3>${words.screen}</h3>${items.length === 0 ? html`<p class="faint">${words.screenNone}</p>` : html`<ul class="plain codes">${items}</ul>`}`;
}

function buyerForm(frame: Frame): Html {
  const choices = (['W', 'A', 'P'] as const).map(
    (wallet) => html`<option value="${wallet}">${walletNames[wallet]}</option>`,
  );
  return postForm(
    frame,
    '/phone/buyer-code',
    html`<div class="line"><label>${words.wallet} <select name="wallet">${choices}</select></label>
<label>${labels.balance} <input name="balance" inputmode="decimal" maxlength="20" autocomplete="off"></label>
<button class="second">${words.buyerButton}</button></div>`,
  );
}

function balanceTable(frame: Frame, { data, problem }: CommandResult): Html {
  if (problem) return failureCard(frame, problem);
  const isCustomers = (row: DataRecord) => /^(?:2|card:|wallet:)/.test(fieldText(row, 'account'));
  return htmlTable({
    label: labels.balance,
    columns: [
      {
        name: labels.name,
        cell: (row) => html`<bdi class="theirs">${fieldText(row, 'name')}</bdi>`,
      },
      { name: labels.account, cell: (row) => html`<code>${fieldText(row, 'account')}</code>` },
      {
        name: labels.balance,
        look: 'number',
        cell: (row) => `${amountText(fieldText(row, 'balance'))} ${fieldText(row, 'currency')}`,
      },
    ],
    rows: toDataRecords(data).filter(isCustomers),
    asCards: true,
  });
}

/** What a code that is paid is called. */
const KIND_NAMES = new Map<string, Message>([
  ['bill-payment', payloads['bill-payment']],
  ['bill-barcode', payloads['bill-barcode']],
  ['credit-transfer', payloads['credit-transfer']],
  ['payment-innovation', payloads['payment-innovation']],
  ['card', payloads.card],
  ['emv', payloads.emv],
  ['unknown', payloads.unknown],
]);

/** The amount, and the choice to pay it, once. */
export function scannedCard(
  frame: Frame,
  { target, kind, amount, payee }: Scanned,
  once: string,
): Html {
  const field = html`<label>${labels.amountBaht} <input name="amount" inputmode="decimal" value="${amount ?? ''}" ${amount === undefined ? undefined : html`readonly`} maxlength="20" autocomplete="off"></label>`;
  const content = html`<input type="hidden" name="code" value="${target}"><input type="hidden" name="once" value="${once}">
<p>${field}</p>
<p class="actions"><button name="answer" value="pay">${words.pay}</button> <button name="answer" value="refuse" class="second">${words.refuse}</button></p>`;
  return html`<section class="card verdict wait"><h2>${words.payTo}</h2>
<p class="amount">${amount === undefined ? '–' : html`<bdi>${amountText(amount)}</bdi> THB`}</p>
<p class="faint"><bdi>${KIND_NAMES.get(kind) ?? kind}</bdi> <bdi>${payee}</bdi></p>
${postForm(frame, '/phone/pay', content)}</section>`;
}

export function paidCard(frame: Frame, ran: CommandResult, slip?: Uint8Array): Html {
  if (ran.problem) return failureCard(frame, ran.problem);
  const state = fieldText(ran.data, 'state');
  const tone = state === 'failed' ? 'bad' : state === 'pending' ? 'wait' : 'good';
  const source = slip && `data:image/png;base64,${Buffer.from(slip).toString('base64')}`;
  const picture =
    source &&
    html`<figure><img src="${source}" alt="${words.slipPicture}"><figcaption><a href="${source}" download="slip.png">${words.slipSave}</a></figcaption></figure>`;
  return html`<section class="card verdict ${tone}" role="status"><h2>${labelFor(customerEnds, state)}</h2>
<p class="amount"><bdi>${amountText(fieldText(ran.data, 'amount'))}</bdi> THB</p><p><bdi>${fieldText(ran.data, 'reference')}</bdi></p>
${picture}</section>`;
}

/** A code that was made for the customer: to be shown, or brought to the application. */
export function codeCard(frame: Frame, headline: Message, field: string, ran: CommandResult): Html {
  if (ran.problem) return failureCard(frame, ran.problem);
  return html`<section class="card verdict good" role="status"><h2>${headline}</h2>
<p class="amount"><code>${fieldText(ran.data, field)}</code></p>
<p class="faint">${words.until} ${momentText(fieldText(ran.data, 'expiresAt'))}</p></section>`;
}
