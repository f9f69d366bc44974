import type { JsonObject } from '../../core/json.js';
import { symbolOf, symbolSvg } from '../../qr/draw.js';
import type { OpenCode } from '../../sandbox/open-codes.js';
import { type Html, html } from '../../web/page.js';
import type { Ran } from '../commands.js';
import {
  type Frame,
  failureOf,
  fileField,
  type PageParts,
  postForm,
  sayingOf,
  tableOf,
  WITH_FILES,
} from '../layout.js';
import { amountText, momentOf, recordsOf, textIn, wordIn } from '../show.js';

/** What the customer sees of a code that was scanned. */
export interface Scanned {
  /** What is paid: the payload, or the id that was typed. */
  target: string;
  kind: string;
  amount?: string;
  payee?: string;
}

export interface Screen {
  /** Codes that wait to be paid, newest first. */
  codes: readonly OpenCode[];
  balances: Ran;
}

/** Older ones have left the screen. */
const SHOWN = 6;

/** A bank's app as the customer holds it. `above` is what came of the last button. */
export function phonePage(frame: Frame, screen: Screen, above?: Html): PageParts {
  const { words } = frame;
  const body = html`<h1>${words.pages.phone}</h1><p class="lead">${words.phoneLead}</p>
<div class="phone">
${above}
<div><section class="card"><h2>${words.scan}</h2>${scanForm(frame)}${screenOf(frame, screen)}</section></div>
<div><section class="card"><h2>${words.buyerCode}</h2><p>${words.buyerLead}</p>${buyerForm(frame)}</section>
<section class="card"><h2>${words.consent}</h2><p>${words.consentLead}</p>${postForm(frame, '/phone/consent', html`<button class="second">${words.consentButton}</button>`)}</section>
<section class="card"><h2>${words.balance}</h2>${balancesOf(frame, screen.balances)}</section></div>
</div>`;
  return { title: words.pages.phone, path: '/phone', body };
}

function scanForm(frame: Frame): Html {
  const { words } = frame;
  const content = html`<div class="drop" data-drop>
${fileField(frame, { name: 'file', label: words.codeField, isRequired: false })}
<label>${words.codeText} <textarea name="code" rows="2" maxlength="4000" spellcheck="false"></textarea></label>
<button>${words.scan}</button></div>`;
  return postForm(frame, '/phone/scan', content, html`${WITH_FILES} data-paste`);
}

const PIXELS = 96;

/** The codes as the shop shows them: one is scanned by pressing it. */
function screenOf(frame: Frame, { codes }: Screen): Html {
  const { words } = frame;
  const items = codes.slice(0, SHOWN).map(({ payload, reference, amount = '', at }) => {
    const picture = Buffer.from(symbolSvg(symbolOf(payload), PIXELS)).toString('base64');
    const content = html`<input type="hidden" name="code" value="${payload}">
<button class="second code"><img src="data:image/svg+xml;base64,${picture}" alt="" width="${PIXELS}" height="${PIXELS}"><span><bdi>${reference}</bdi><br>${amountText(amount)}</span></button>
<span class="faint">${frame.moment(at)}</span>`;
    return html`<li>${postForm(frame, '/phone/scan', content)}</li>
`;
  });
  return html`<h3>${words.screen}</h3>${items.length === 0 ? html`<p class="faint">${words.screenNone}</p>` : html`<ul class="plain codes">${items}</ul>`}`;
}

function buyerForm(frame: Frame): Html {
  const { words } = frame;
  const choices = (['W', 'A', 'P'] as const).map(
    (wallet) => html`<option value="${wallet}">${words.wallets[wallet]}</option>`,
  );
  return postForm(
    frame,
    '/phone/buyer-code',
    html`<div class="line"><label>${words.wallet} <select name="wallet">${choices}</select></label>
<label>${words.balance} <input name="balance" inputmode="decimal" maxlength="20" autocomplete="off"></label>
<button class="second">${words.buyerButton}</button></div>`,
  );
}

function balancesOf(frame: Frame, { data, problem }: Ran): Html {
  const { words } = frame;
  const isCustomers = (row: JsonObject) => /^(?:2|card:|wallet:)/.test(textIn(row, 'account'));
  const rows = recordsOf(data)
    .filter(isCustomers)
    .map(
      (
        row,
      ) => html`<tr><td><bdi class="theirs">${textIn(row, 'name')}</bdi></td><td><code>${textIn(row, 'account')}</code></td><td class="number">${amountText(textIn(row, 'balance'))} ${textIn(row, 'currency')}</td></tr>
`,
    );
  if (problem) return failureOf(frame, problem);
  return tableOf(
    words.balance,
    html`<th scope="col">${words.name}</th><th scope="col">${words.account}</th><th scope="col" class="number">${words.balance}</th>`,
    rows,
  );
}

/** The amount, and the choice to pay it, once. */
export function scannedCard(
  frame: Frame,
  { target, kind, amount, payee }: Scanned,
  once: string,
): Html {
  const { words } = frame;
  const field = html`<label>${words.amountBaht} <input name="amount" inputmode="decimal" value="${amount ?? ''}" ${amount === undefined ? undefined : html`readonly`} maxlength="20" autocomplete="off"></label>`;
  const content = html`<input type="hidden" name="code" value="${target}"><input type="hidden" name="once" value="${once}">
<p>${field}</p>
<p class="actions"><button name="answer" value="pay">${words.pay}</button> <button name="answer" value="refuse" class="second">${words.refuse}</button></p>`;
  return html`<section class="card verdict wait"><h2>${words.payTo}</h2>
<p class="amount">${amount === undefined ? '–' : html`<bdi>${amountText(amount)}</bdi> THB`}</p>
<p class="faint">${sayingOf(frame, kind)} <bdi>${payee}</bdi></p>
${postForm(frame, '/phone/pay', content)}</section>`;
}

export function paidCard(frame: Frame, ran: Ran, slip?: Uint8Array): Html {
  const { words } = frame;
  if (ran.problem) return failureOf(frame, ran.problem);
  const state = textIn(ran.data, 'state');
  const tone = state === 'failed' ? 'bad' : state === 'pending' ? 'wait' : 'good';
  const source = slip && `data:image/png;base64,${Buffer.from(slip).toString('base64')}`;
  const picture =
    source &&
    html`<figure><img src="${source}" alt="${words.slipPicture}"><figcaption><a href="${source}" download="slip.png">${words.slipSave}</a></figcaption></figure>`;
  return html`<section class="card verdict ${tone}" role="status"><h2>${wordIn(words.customerEnd, state)}</h2>
<p class="amount"><bdi>${amountText(textIn(ran.data, 'amount'))}</bdi> THB</p><p><bdi>${textIn(ran.data, 'reference')}</bdi></p>
${picture}</section>`;
}

/** A code that was made for the customer: to be shown, or brought to the application. */
export function codeCard(frame: Frame, headline: string, field: string, ran: Ran): Html {
  const { words } = frame;
  if (ran.problem) return failureOf(frame, ran.problem);
  return html`<section class="card verdict good" role="status"><h2>${headline}</h2>
<p class="amount"><code>${textIn(ran.data, field)}</code></p>
<p class="faint">${words.until} ${momentOf(frame, textIn(ran.data, 'expiresAt'))}</p></section>`;
}
