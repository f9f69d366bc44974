import type { createPromptModule } from 'inquirer';
import { PayctlError, usageError } from '../core/errors.js';
import { visibleLines } from '../core/text.js';
import { machine } from '../messages/machine.js';
import type { Host } from './host.js';

interface InputOptions {
  default?: string;
  /** What is wrong with the text; undefined where nothing is. */
  check: (text: string) => string | undefined;
}

interface Choice {
  name: string;
  value: string;
}

/**
 * Yes or no; no by default. Rejects with PayctlError INTERRUPTED on ctrl-C, USAGE without a
 * terminal; so do all of these.
 */
export function confirm(host: Host, message: string): Promise<boolean> {
  const shown = visibleLines(message);
  return answerTo(host, message, (ask) =>
    ask([{ type: 'confirm', name: 'answer', message: shown, default: false }]),
  );
}

export function input(
  host: Host,
  message: string,
  { check, default: usual }: InputOptions,
): Promise<string> {
  const validate = (text: string): string | true => check(text) ?? true;
  return answerTo(host, message, (ask) =>
    ask([{ type: 'input', name: 'answer', message, default: usual, validate }]),
  );
}

export function password(host: Host, message: string): Promise<string> {
  return answerTo(host, message, (ask) =>
    ask([{ type: 'password', name: 'answer', message, mask: '*' }]),
  );
}

/** The value of one of the choices. */
export function select(host: Host, message: string, choices: readonly Choice[]): Promise<string> {
  return answerTo(host, message, (ask) =>
    ask([{ type: 'select', name: 'answer', message, choices }]),
  );
}

/**
 * Asks one question on standard error, because standard output is for the result. Ctrl-C and the end of
 * the input are INTERRUPTED.
 */
async function answerTo<T>(
  { stdin, stderr }: Pick<Host, 'stdin' | 'stderr'>,
  message: string,
  question: (ask: ReturnType<typeof createPromptModule<never>>) => Promise<{ answer: T }>,
): Promise<T> {
  if (!stdin.isTTY || !stderr.isTTY) throw usageError(machine.noTerminal(message));
  const { default: inquirer } = await import('inquirer');
  const { stdin: input, stderr: output } = process;
  const ask = inquirer.createPromptModule({ input, output });
  const interrupted = new PayctlError('INTERRUPTED', machine.interrupted);
  let leave: () => void = () => undefined;
  // After ctrl-D inquirer never answers, and the process would end with nothing done and exit 0.
  const ended = new Promise<never>((_, reject) => {
    leave = () => {
      output.write('\n'); // the cursor is still on the line of the question
      reject(interrupted);
    };
    process.once('beforeExit', leave);
  });
  try {
    return (await Promise.race([question(ask), ended])).answer;
  } catch (error) {
    throw error instanceof Error && ENDINGS.includes(error.name) ? interrupted : error;
  } finally {
    process.off('beforeExit', leave);
  }
}

const ENDINGS = ['ExitPromptError', 'AbortPromptError', 'CancelPromptError'];
