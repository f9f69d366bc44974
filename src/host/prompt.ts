import type { createPromptModule } from 'inquirer';
import { PayctlError, usageError } from '../core/errors.js';
import { visibleLines } from '../core/text.js';
import { machine } from '../messages/machine.js';
import type { Host } from './host.js';

interface PromptOptions {
  /** Ends the prompt as ctrl-C does. */
  signal?: AbortSignal;
}

interface InputOptions extends PromptOptions {
  default?: string;
  /** What is wrong with the text; undefined where nothing is. */
  check?: (text: string) => string | undefined;
}

/** An entry of a list to choose from. */
export interface Choice {
  name: string;
  value: string;
  description?: string;
}

/** The streams of a prompt; never standard output, which is for the result. */
export interface Terminal {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
}

function canPrompt(host: Pick<Host, 'stdin' | 'stderr'>): boolean {
  return host.stdin.isTTY && host.stderr.isTTY;
}

/**
 * Yes or no; no by default. Rejects with PayctlError INTERRUPTED on ctrl-C, USAGE without a
 * terminal; so do all of these.
 */
export function confirm(
  host: Host,
  message: string,
  options: PromptOptions = {},
  terminal?: Terminal,
): Promise<boolean> {
  const shown = visibleLines(message);
  const question = { type: 'confirm', name: 'answer', message: shown, default: false } as const;
  return answerTo(host, message, (ask) => ask([question]), options, terminal);
}

export function input(
  host: Host,
  message: string,
  options: InputOptions = {},
  terminal?: Terminal,
): Promise<string> {
  const validate = (text: string): string | true => options.check?.(text) ?? true;
  const question = {
    type: 'input',
    name: 'answer',
    message,
    default: options.default,
    validate,
  } as const;
  return answerTo(host, message, (ask) => ask([question]), options, terminal);
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

/** Asks one question. Ctrl-C, a signal and the end of the input are INTERRUPTED. */
async function answerTo<T>(
  host: Host,
  message: string,
  question: (ask: ReturnType<typeof createPromptModule<never>>) => Promise<{ answer: T }>,
  options: PromptOptions = {},
  terminal?: Terminal,
): Promise<T> {
  if (!terminal && !canPrompt(host)) {
    throw usageError(machine.noTerminal(message));
  }
  const { default: inquirer } = await import('inquirer');
  const { input: stdin, output } = terminal ?? { input: process.stdin, output: process.stderr };
  const ask = inquirer.createPromptModule({ input: stdin, output, signal: options.signal });
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
