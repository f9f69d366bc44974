import type { Say } from '../core/message.js';
import { attackReport as words } from '../messages/attack.js';
import { type Html, html } from '../web/html.js';
import { eventWords } from './event-words.js';
import type { Actor, Event } from './events.js';

const ACTORS: readonly Actor[] = ['customer', 'bank', 'application', 'stranger'];
const COLUMN = 240;
const ROW = 34;
const TOP = 40;
const LEFT = 110;

/** A history as a drawing: a line for each of those who speak, an arrow for each thing said. */
export function sequenceDiagram(events: readonly Event[], say: Say): Html {
  const actors = ACTORS.filter((actor) =>
    events.some(({ from, to }) => from === actor || to === actor),
  );
  const x = (actor: Actor) => LEFT + actors.indexOf(actor) * COLUMN;
  const height = TOP + (events.length + 1) * ROW;
  const width = LEFT * 2 + (actors.length - 1) * COLUMN;
  const lifelines = actors.map(
    (
      actor,
    ) => html`<text x="${x(actor)}" y="18" text-anchor="middle" font-weight="600">${words[actor]}</text>
<line x1="${x(actor)}" y1="26" x2="${x(actor)}" y2="${height - 8}" stroke="currentColor" stroke-dasharray="3 4" opacity=".5"/>
`,
  );
  const arrows = events.map((event, index) => drawArrow(event, TOP + (index + 1) * ROW, x, say));
  return html`<div class="scroll" role="region" aria-label="${words.sequence}" tabindex="0"><svg role="img" aria-label="${words.sequence}" viewBox="0 0 ${width} ${height}" width="${width}">
${lifelines}${arrows}</svg></div>`;
}

function drawArrow(event: Event, y: number, x: (actor: Actor) => number, say: Say): Html {
  const [from, to] = [x(event.from), x(event.to)];
  const label = say(eventWords(event));
  const time = html`<text x="2" y="${y}" opacity=".7">${(event.ms / 1_000).toFixed(1)}</text>`;
  if (from === to) {
    return html`${time}<circle cx="${from}" cy="${y - 4}" r="4" fill="currentColor"/><text x="${from + 10}" y="${y}">${label}</text>
`;
  }
  const tip = to > from ? to - 7 : to + 7;
  return html`${time}<text x="${(from + to) / 2}" y="${y - 6}" text-anchor="middle">${label}</text>
<line x1="${from}" y1="${y}" x2="${to}" y2="${y}" stroke="currentColor"/><path d="M${to} ${y} L${tip} ${y - 4} L${tip} ${y + 4} Z" fill="currentColor"/>
`;
}
