import { maskPersonal } from '../../bank/privacy.js';
import { at, isJsonObject, type Json, textOf } from '../../core/json.js';
import { type Html, html } from '../../web/page.js';
import type { Ran } from '../commands.js';
import { badge, type Frame, failureOf } from '../layout.js';
import { amountText } from '../show.js';

/** When a slip was verified before, as the command says it. */
const SEEN = /seen again: this slip was first verified here on (.+) \(Bangkok\)/;

/** What the bank says of a slip, names masked as in tables. */
export function slipCard(frame: Frame, { data, problem, notes }: Ran): Html {
  const { words } = frame;
  const facts = isJsonObject(data) ? factsOf(frame, maskPersonal(data)) : [];
  if (problem && facts.length === 0) return failureOf(frame, problem);
  const [first] = notes.flatMap((note) => SEEN.exec(note)?.[1] ?? []);
  return html`<section class="card"><h2>${words.slipFacts}</h2>
<p>${problem ? badge(words.slipNot, 'bad') : badge(words.slipReal, 'good')} ${first && html`${badge(words.slipSeen, 'wait')} ${words.seenFirst} ${frame.days(first)}`}</p>
${problem && failureOf(frame, problem)}
<dl>${facts}</dl></section>
`;
}

function factsOf({ words, days }: Frame, record: Json): Html[] {
  const text = (path: string) => textOf(at(record, path)) ?? '';
  const day = text('transDate').replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  const facts: readonly (readonly [name: string, value: string])[] = [
    [words.amount, text('amount') && `${amountText(text('amount'))} THB`],
    [words.time, days(`${day} ${text('transTime')}`.trim())],
    [words.payer, text('sender.displayName') || text('sender.name')],
    [words.payee, text('receiver.displayName') || text('receiver.name')],
    [words.fromBank, text('sendingBank')],
    [words.toBank, text('receivingBank')],
    [words.reference, text('transRef')],
  ];
  return facts.flatMap(([name, value]) =>
    value === ''
      ? []
      : html`<dt>${name}</dt><dd><bdi>${value}</bdi></dd>
`,
  );
}

/** Whether a picture shows a slip, as the decoder calls what it holds. */
export function isSlip(decoded: readonly { kind: string }[]): boolean {
  return decoded.some(({ kind }) => kind === 'slip' || kind === 'wallet-slip');
}
