import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { PayctlError } from '../core/errors.js';
import { visibleLines } from '../core/text.js';
import { machine } from '../messages/machine.js';
import { onSignal } from './signals.js';

/**
 * Asks by one line of text and reads one: no colour, no redrawn line, no keys but Enter, so that a screen
 * reader or a braille display follows. What is `hidden` is not echoed. Ctrl-C and the end of the input are
 * INTERRUPTED.
 */
export async function ask(
  question: string,
  { hidden = false }: { hidden?: boolean } = {},
): Promise<string> {
  const { stdin: input, stderr: output } = process;
  output.write(`${visibleLines(question)} `);
  // A terminal echoes what is typed, unless the line is edited here, where the echo can be left out.
  const silent = new Writable({ write: (_, __, done) => done() });
  const lines = createInterface({ input, output: silent, terminal: hidden });
  let release: () => void = () => undefined;
  const answer = new Promise<string | undefined>((resolve) => {
    const leave = () => resolve(undefined);
    release = onSignal(leave);
    lines.once('line', resolve).once('close', leave).once('SIGINT', leave);
  });
  try {
    const line = await answer;
    // The cursor is still on the line of the question.
    if (hidden || line === undefined) output.write('\n');
    if (line === undefined) throw new PayctlError('INTERRUPTED', machine.interrupted);
    return line;
  } finally {
    release();
    lines.close();
  }
}
