import { PayctlError } from '../core/errors.js';
import { isRecord } from '../core/fields.js';
import type { Files } from '../host/host.js';

/** The contents of the settings file. What this version does not know of a profile stays in it. */
export interface ConfigFile {
  /** The profile that is used when nothing else is said. */
  current?: string;
  profiles: Record<string, Profile>;
}

export type Profile = Record<string, unknown>;

const VERSION = 1;

/**
 * Reads the settings file; empty where there is none. Throws CONFIG where it is damaged or written
 * by a later version: it is never repaired by throwing profiles away.
 *
 * Read here and not through conf, because every command does it: 0.5 ms against 20, measured on
 * the bundle in the same run.
 */
export function readConfigFile(files: Pick<Files, 'read'>, path: string): ConfigFile {
  const bytes = files.read(path);
  if (bytes === undefined) return { profiles: {} };
  const value = parsed(bytes);
  if (!isRecord(value)) throw damaged(path, 'is not valid JSON');
  if (typeof value.version === 'number' && value.version > VERSION) {
    throw new PayctlError('CONFIG', `${path} was written by a later version of payctl`, {
      hint: 'update payctl, or give another directory in PAYCTL_CONFIG_DIR',
    });
  }
  const { current, profiles = {} } = value;
  if (current !== undefined && typeof current !== 'string') {
    throw damaged(path, 'has a `current` that is not a text');
  }
  if (!isRecord(profiles)) throw damaged(path, 'has `profiles` that are not an object');
  const entries = Object.entries(profiles).map(([name, profile]) => {
    if (!isRecord(profile))
      throw damaged(path, `has a profile ${JSON.stringify(name)} that is not an object`);
    return [name, profile] as const;
  });
  return { ...(current !== undefined && { current }), profiles: Object.fromEntries(entries) };
}

/** The file's text for people: indented, one setting a line. */
export function encodeConfigFile(value: unknown): Uint8Array {
  return new TextEncoder().encode(
    `${JSON.stringify({ version: VERSION, ...record(value) }, null, 2)}\n`,
  );
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function record(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function damaged(path: string, what: string): PayctlError {
  return new PayctlError('CONFIG', `${path} ${what}; it was left as it is`, {
    hint: `mend it, or put it aside and begin anew: mv ${path} ${path}.damaged`,
  });
}
