import { PayctlError } from '../core/errors.js';
import { isRecord } from '../core/fields.js';
import type { RunCommand } from '../host/command.js';

/** A password manager may ask its owner to unlock it first. */
const LIMIT_MS = 60_000;

/**
 * Runs the command of the profile, without a shell, and takes the secret from what it prints: one
 * line, or a JSON object with `apiSecret`. Rejects with CONFIG; neither the command's arguments nor
 * its output are ever shown.
 */
export async function secretByCommand(run: RunCommand, commandLine: string): Promise<string> {
  const command = splitCommand(commandLine);
  const program = command[0];
  if (program === undefined) throw new PayctlError('CONFIG', 'secretCommand is empty');
  const { code, stdout } = await run(command, { timeoutMs: LIMIT_MS });
  if (code !== 0) throw failed(program, `ended with ${code}`);
  const text = stdout.trim();
  if (text.startsWith('{')) return fromObject(program, text);
  if (text === '') throw failed(program, 'printed nothing');
  if (/[\r\n]/.test(text)) throw failed(program, 'printed more than one line');
  return text;
}

function fromObject(program: string, text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw failed(program, 'printed what is neither one line nor JSON');
  }
  if (isRecord(value)) {
    if (typeof value.apiSecret === 'string' && value.apiSecret !== '') return value.apiSecret;
  }
  throw failed(program, 'printed JSON without `apiSecret`');
}

function failed(program: string, what: string): PayctlError {
  return new PayctlError('CONFIG', `no secret: secretCommand ${program} ${what}`, {
    hint: 'run it by hand to see what it says; payctl config show shows where it is set',
  });
}

/**
 * Words as a POSIX shell splits them, and nothing else that a shell does. On Windows a backslash
 * outside quotes is a path separator in practice, so it escapes only quotes, spaces and itself.
 */
export function splitCommand(text: string): string[] {
  const words: string[] = [];
  const word = /(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*'|\\$)+/gs;
  for (const [found] of text.matchAll(word)) {
    words.push(
      found.replace(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\([\s"'\\])/gs, (_, single, double, escaped) =>
        String(single ?? escaped ?? String(double).replace(/\\(["\\])/g, '$1')),
      ),
    );
  }
  return words;
}
