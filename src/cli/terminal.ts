import type { Message } from '../core/message.js';
import { visibleLines } from '../core/text.js';
import { colourLevel } from '../format/style.js';
import { lineWidth, sentenceLines, unbreakable } from '../format/width.js';
import type { Host } from '../host/host.js';
import {
  CLEAR_LINE,
  canRewrite,
  createProgress,
  isPlain,
  rewrittenLine,
} from '../host/progress.js';
import type { Signals } from '../host/signals.js';
import { terminalMessages } from '../messages/terminal.js';
import type { Door } from '../runtime/carry-out.js';
import type { Command, Paper, Result } from '../runtime/command.js';
import { type Interaction, type StatusLine, type Tell, UNATTENDED } from '../runtime/door.js';
import type { Globals } from '../runtime/globals.js';
import { sayFor } from '../runtime/language.js';
import { wireLog } from '../runtime/wire-log.js';
import { logLine, withLogLines } from './output/log-line.js';
import { pageFor } from './output/paged.js';
import { printFailure, printResult, screenFor } from './output/print.js';
import { personAt } from './person.js';

/** Writes what a command says to standard error, for people or as JSON lines; --quiet leaves out notes. */
export function createTeller(host: Host, globals: Globals, signals: Signals): Tell {
  return async (text, kind) => {
    if (kind === 'note' && globals.quiet) return;
    if (globals.log === 'json') {
      const say = await sayFor(host, globals.selection);
      const level = kind === 'warning' ? kind : 'note';
      await host.stderr.write(logLine(host.clock, { level, text }, say));
      return;
    }
    const say = await sayFor(host, globals.selection, { showCommand: unbreakable });
    const said = visibleLines(say(kind === 'warning' ? terminalMessages.warning(text) : text));
    const line = said
      .split('\n')
      .flatMap((one) => sentenceLines(one, lineWidth(host.stderr)))
      .join('\n');
    // A signal comes in the middle of a line: in a progress line, or after the terminal's `^C`.
    const begin = signals.received !== undefined && canRewrite(host) ? CLEAR_LINE : '';
    await host.stderr.write(`${begin}${line}\n`);
  };
}

/**
 * A person at standard input and standard error; --quiet shows no progress. JSON lines are read by a
 * program, which is shown no progress and asked nothing.
 */
export function interactionAt(host: Host, globals: Globals, signals: Signals): Interaction {
  const { stdin, env } = host;
  const tell = createTeller(host, globals, signals);
  const { quiet, verbose, color } = globals;
  const isLog = globals.log === 'json';
  const stderr = isLog ? withLogLines(host).stderr : host.stderr;
  const input = globals.input && !isLog;
  return {
    tell,
    person: input && stdin.isTTY && stderr.isTTY ? personAt(host, globals.selection) : undefined,
    async askSecret(question) {
      if (!stdin.isTTY || !input) return undefined;
      const say = await sayFor(host, globals.selection);
      if (isPlain(env)) {
        const { ask } = await import('../host/plain-prompt.js');
        return ask(say(question), { hidden: true });
      }
      return (await import('../host/prompt.js')).password(host, say(question));
    },
    progress:
      quiet || isLog ? UNATTENDED.progress : (label, total) => createProgress(host, label, total),
    statusLine: quiet || isLog ? UNATTENDED.statusLine : () => statusLine(host, globals, tell),
    hasColour: (screen) => colourLevel(screen, env, color) > 0,
    observe: verbose > 1 ? wireLog((line) => void stderr.write(`${line}\n`)) : undefined,
  };
}

function statusLine(host: Host, globals: Globals, tell: Tell): StatusLine {
  const { stderr } = host;
  const isLive = canRewrite(host);
  let last: Message | undefined;
  return {
    async show(now, change) {
      const isNew = String(change) !== String(last);
      last = change;
      if (isLive) {
        const say = await sayFor(host, globals.selection);
        await stderr.write(rewrittenLine(say(now), stderr.columns));
      } else if (isNew) await tell(change, 'note');
    },
    async clear() {
      if (isLive && last !== undefined) await stderr.write(CLEAR_LINE);
    },
  };
}

/** Writes the result of a command to standard output, and what went wrong to standard error. */
export function terminal(
  host: Host,
  globals: Globals,
  command: Command,
  signals: Signals,
  onResult?: (result: Result) => void,
): Door {
  const interaction = interactionAt(host, globals, signals);
  const page = pageFor(host, globals, signals, interaction.tell);
  const { tell } = page;
  return {
    ...interaction,
    tell,
    async receive(given) {
      onResult?.(given);
      const { text, rows, ...rest } = given;
      if (typeof text === 'function') {
        const left = await text(await createPaper(host, page.host, globals));
        await page.end();
        onResult?.(left);
        return left;
      }
      if (rows === undefined) return given;
      const { items, separate } = rows;
      if (separate) {
        const { printSeparate } = await import('./output/print-separate.js');
        return printSeparate(host, globals, items, separate, tell);
      }
      const { printRows } = await import('./output/print-rows.js');
      const left = await printRows(page.host, globals, rows, rest, tell);
      await page.end();
      return left;
    },
    async show(result) {
      // A code is for the camera of a phone: it stays on the screen.
      const shownOn = result.picture === undefined ? page.host : host;
      await printResult(shownOn, globals, command, result, tell);
      await page.end();
    },
    async fail(failure) {
      await page.end();
      await printFailure(host, failure, globals);
    },
  };
}

async function createPaper(host: Host, paged: Host, globals: Globals): Promise<Paper> {
  return {
    write: (text) => host.stdout.write(text),
    writeLong: (text) => paged.stdout.write(text),
    screen: await screenFor(host, globals, await sayFor(host, globals.selection)),
  };
}
