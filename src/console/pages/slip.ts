import { maskPersonal } from '../../bank/privacy.js';
import { at, isJsonObject, textOf } from '../../core/json.js';
import { type Html, html } from '../../web/page.js';
import type { Ran } from '../commands.js';
import { badge, type Frame, failureOf } from '../layout.js';

const FACTS = ['amount', 'transDate', 'transTime', 'sendingBank', 'receivingBank', 'transRef'];

/** What the bank says of a slip, names masked as in tables. */
export function slipCard(frame: Frame, { data, problem, notes }: Ran): Html {
  const { words } = frame;
  const record = isJsonObject(data) ? maskPersonal(data) : undefined;
  const seen = notes.find((note) => note.includes('seen again'));
  const facts = [...FACTS, 'sender.displayName', 'receiver.displayName'].flatMap((name) => {
    const value = record && textOf(at(record, name) ?? null);
    return value
      ? [
          html`<dt>${name}</dt><dd><bdi>${value}</bdi></dd>
`,
        ]
      : [];
  });
  if (problem && facts.length === 0) return failureOf(frame, problem);
  return html`<section class="card"><h2>${words.slipFacts}</h2>
<p>${problem ? badge(words.slipNot, 'bad') : badge(words.slipReal, 'good')} ${seen && html`${badge(words.slipSeen, 'wait')} <span lang="en">${seen}</span>`}</p>
<dl>${facts}</dl></section>`;
}

/** Whether a picture shows a slip, as the decoder calls what it holds. */
export function isSlip(decoded: readonly { kind: string }[]): boolean {
  return decoded.some(({ kind }) => kind === 'slip' || kind === 'wallet-slip');
}
