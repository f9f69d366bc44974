import { Secret } from '../client/connection.js';
import { PayctlError } from '../errors.js';
import type { Host } from '../host/host.js';
import { readNamedFile } from './named-file.js';
import type { SettingProblem } from './resolve.js';
import { type SecretName, variableOf } from './settings.js';

const MAX_SECRET = 65_536;

type Machine = Pick<Host, 'env' | 'files' | 'platform'>;

/** The secret that the environment has; throws CONFIG where what it names cannot be used. */
export function givenSecret(host: Machine, name: SecretName): Secret | undefined {
  const { text, problem } = secretInEnvironment(host, variableOf(name));
  if (problem) throw new PayctlError('CONFIG', problem.message, { hint: problem.mend });
  return text === undefined ? undefined : new Secret(text);
}

/**
 * The secret of a variable, or of the file that the same variable with `_FILE` names, as containers
 * and service managers hand them over.
 */
export function secretInEnvironment(
  host: Machine,
  variable: string,
): { text?: string; problem?: SettingProblem } {
  const naming = fileVariable(variable);
  const text = host.env[variable] || undefined;
  const path = host.env[naming] || undefined;
  if (path === undefined) return text === undefined ? {} : { text };
  const wrong = (message: string, mend = `export ${naming}=PATH`) => ({
    problem: { message, mend },
  });
  if (text !== undefined) return wrong(`${variable} and ${naming} are both set`, `unset ${naming}`);
  try {
    const bytes = readNamedFile(host, path, MAX_SECRET);
    if (bytes === undefined) return wrong(`${naming} names ${path}, which does not exist`);
    const line = oneLine(bytes);
    return line === undefined
      ? wrong(`${naming} names ${path}, which does not hold one line of text`)
      : { text: line };
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    return wrong(`${naming}: ${error.message}`, error.facts.hint);
  }
}

export function fileVariable(variable: string): string {
  return `${variable}_FILE`;
}

/** The line end of an editor is no part of it. */
function oneLine(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes)
    .toString()
    .replace(/\r?\n$/, '');
  return text === '' || /[\r\n\0\uFFFD]/.test(text) ? undefined : text;
}
