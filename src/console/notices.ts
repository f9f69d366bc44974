import { CommandLine } from '../core/command-line.js';
import type { ExitClass } from '../core/errors.js';
import type { Text } from '../core/message.js';
import { consoleWords as words } from '../messages/console.js';
import { wording } from '../messages/wording.js';
import type { RunNote } from '../runtime/door.js';
import { type Html, html, type Value } from '../web/html.js';
import type { CommandProblem } from './commands.js';
import type { Frame } from './frame.js';

export type Tone = 'good' | 'wait' | 'bad' | 'quiet';

/** A word with a colour; the word says all that the colour says. */
export function badge(text: Value, tone: Tone): Html {
  return html`<span class="badge ${tone}">${text}</span>`;
}

/** Of many damaged lines each has a warning: nobody reads them all, and they would make a page heavy. */
const MOST_WARNINGS = 10;

/** What a command had to say beside its result; an empty text is nothing to a page. */
export function noteList({ say }: Pick<Frame, 'say'>, notes: readonly RunNote[]): Html {
  const said = notes.filter(({ text }) => say(text) !== '');
  const left = new Set(said.filter(({ kind }) => kind === 'warning').slice(MOST_WARNINGS));
  const shown = said.filter((note) => !left.has(note));
  return html`${shown.map(
    ({ text }) => html`<p class="note"><bdi>${text}</bdi></p>
`,
  )}${left.size > 0 ? html`<p class="note">${words.moreWarnings(left.size)}</p>` : undefined}`;
}

/** The bank, or the way to it, is at fault. */
const UNREACHED: readonly (ExitClass | undefined)[] = ['AUTH', 'TLS', 'UNAVAILABLE'];

/** Health says what is wrong, and what mends it. */
const OF_HEALTH: readonly (ExitClass | undefined)[] = [...UNREACHED, 'CONFIG'];

export function isUnreached({ exitClass }: CommandProblem): boolean {
  return UNREACHED.includes(exitClass);
}

/** What a command could not do, and what helps. */
export function failureCard(frame: Frame, problem: CommandProblem): Html {
  const { message, hint, fields = [], exitClass } = problem;
  const isOfHealth = OF_HEALTH.includes(exitClass) && !frame.isSandboxOnly;
  const items = fields.map(
    ({ field, message: wrong }) => html`<li><bdi>${wording.about(field, wrong)}</bdi></li>`,
  );
  return html`<section class="card failure" role="alert"><h2>${words.failed}</h2>
<p><bdi>${message}</bdi></p>
${items.length === 0 ? undefined : html`<ul>${items}</ul>`}
${hint && hintLine(frame, hint, isOfHealth)}
${isOfHealth ? html`<p><a href="/health">${words.seeHealth}</a></p>` : undefined}</section>
`;
}

/** A command is named only where no page does the same. */
function hintLine(frame: Frame, hint: Text, isOfHealth: boolean): Html | undefined {
  const command = toCommandLine(hint);
  if (frame.say(hint) === '' || (command !== undefined && isOfHealth)) return undefined;
  return html`<p class="hint">${command ? commandLine(command) : html`<bdi>${hint}</bdi>`}</p>`;
}

/** What only a command can do. */
export function commandLine(line: Text): Html {
  return html`<span class="faint">${words.onlyCommand}</span> <code>${line}</code>`;
}

/** The text, where it is a command. */
export function toCommandLine(text: Text | undefined): CommandLine | undefined {
  return text instanceof CommandLine ? text : undefined;
}
