import { Secret } from '../client/connection.js';
import { payctl, shell } from '../core/command-line.js';
import { configError, PayctlError } from '../core/errors.js';
import { parseRecord } from '../core/fields.js';
import type { Message } from '../core/message.js';
import type { RunCommand } from '../host/command.js';
import type { Host } from '../host/host.js';
import { profilesMessages } from '../messages/profiles.js';
import { wording } from '../messages/wording.js';
import { readNamedFile } from '../state/own-files.js';
import { storeOrigin } from '../state/postgres/address.js';
import { type Resolved, refuseProblems, type SettingProblem } from './provenance.js';
import { type SecretName, setting, settingVariable } from './settings.js';

const MAX_SECRET = 65_536;

type Machine = Pick<Host, 'env' | 'files' | 'platform'>;

/** The secret of a variable, or of its file; throws CONFIG where what it names cannot be used. */
export function environmentSecret(host: Machine, variable: string): Secret | undefined {
  const { text, problem } = secretInEnvironment(host, variable);
  if (problem) throw configError(problem.message, problem.fix);
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
  if (path === undefined && (text === undefined || !/[\r\n]/.test(text))) return { text };
  const wrong = (message: Message, fix: Message = shell`export ${naming}=PATH`) => ({
    problem: { message, fix },
  });
  if (path === undefined) {
    return wrong(profilesMessages.lineBreak(variable), shell`export ${variable}=…`);
  }
  if (text !== undefined) {
    return wrong(profilesMessages.bothSet(variable, naming), shell`unset ${naming}`);
  }
  try {
    const bytes = readNamedFile(host, path, MAX_SECRET);
    if (bytes === undefined) return wrong(profilesMessages.namesNothing(naming, path));
    const line = oneLine(bytes);
    return line === undefined ? wrong(profilesMessages.notOneLine(naming, path)) : { text: line };
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    return wrong(wording.about(naming, error.said), error.facts.hint);
  }
}

export function fileVariable(variable: string): string {
  return `${variable}_FILE`;
}

/** The line end that an editor adds is not part of it. */
function oneLine(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes)
    .toString()
    .replace(/\r?\n$/, '');
  return text === '' || /[\r\n\0\uFFFD]/.test(text) ? undefined : text;
}

/** A password manager may ask its owner to unlock it first. */
const LIMIT_MS = 60_000;

/**
 * Runs the command of the profile, without a shell, and takes the secret from what it prints: one
 * line, or a JSON object with `apiSecret`. Rejects with CONFIG; neither the command's arguments nor
 * its output are ever shown.
 */
export async function secretByCommand(
  run: RunCommand,
  commandLine: string,
  errors?: Host['errorsOfPrograms'],
): Promise<string> {
  const command = splitCommand(commandLine);
  const program = command[0];
  if (program === undefined) throw configError(profilesMessages.commandEmpty);
  const { code, stdout } = await run(command, { timeoutMs: LIMIT_MS, errors });
  if (code !== 0) throw failedError(profilesMessages.commandFailed(program, String(code)));
  const text = stdout.trim();
  if (text.startsWith('{')) return fromObject(program, text);
  if (text === '') throw failedError(profilesMessages.printedNothing(program));
  if (/[\r\n]/.test(text)) throw failedError(profilesMessages.printedLines(program));
  return text;
}

function fromObject(program: string, text: string): string {
  const value = parseRecord(text);
  if (value === undefined) throw failedError(profilesMessages.printedNeither(program));
  if (typeof value.apiSecret === 'string' && value.apiSecret !== '') return value.apiSecret;
  throw failedError(profilesMessages.printedWithout(program));
}

function failedError(what: Message): PayctlError {
  return configError(what, profilesMessages.runByHand);
}

/**
 * Words as a POSIX shell splits them, and nothing else that a shell does. On Windows a backslash
 * outside quotes is a path separator in practice, so it escapes only quotes, spaces and itself.
 * Throws CONFIG where a quotation mark is not closed.
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
  if (/\S/.test(text.replace(word, ''))) throw failedError(profilesMessages.quoteOpen);
  return words;
}

type Home = 'baseUrl' | 'store' | 'consoleIssuer';

/** The setting with the address that a secret is for. */
export function addressSetting(name: SecretName): Home {
  return setting(name).home ?? 'baseUrl';
}

/** Scheme, host and port, of a store those of all its hosts; undefined for what is not an address. */
export function toOrigin(home: Home, address: unknown): string | undefined {
  if (typeof address !== 'string') return undefined;
  if (home === 'store') return storeOrigin(address);
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

/** Whether a target is nothing but an origin; of a store it may be some of its hosts. */
function isWithin(home: Home, target: string | undefined, origin: string): boolean {
  if (home !== 'store' || target === undefined) return target === origin;
  const known = splitHosts(origin);
  return splitHosts(target).every((host) => known.includes(host));
}

function splitHosts(origin: string): string[] {
  return origin.replace(/^\w+:\/\//, '').split(',');
}

/** What is kept for one address goes to no other, no matter what names the other. */
export function refuseForeign(resolved: Resolved, name: SecretName, origin: string): void {
  const { values, own, profile, origins } = resolved;
  const home = addressSetting(name);
  const target = toOrigin(home, values[home]);
  // What is no address is a problem of its own.
  if (target === undefined && values[home] !== undefined) refuseProblems(resolved);
  if (target === undefined || isWithin(home, target, origin)) return;
  const byVariable = origins[home] === 'environment';
  const why = byVariable
    ? profilesMessages.foreign(name, profile, origin, settingVariable(home), target)
    : profilesMessages.moved(name, profile, origin, home, target);
  // Without the variable, the secret would go where it belongs.
  const shadowed = byVariable && isWithin(home, toOrigin(home, own[home]), origin);
  throw configError(
    why,
    shadowed
      ? profilesMessages.unsetOrGive(settingVariable(home), settingVariable(name))
      : profilesMessages.storeForNew(payctl.on(profile)`config set-secret ${name}`),
  );
}
