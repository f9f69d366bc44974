import { resolve } from 'node:path';
import { utf8Text } from '../core/bytes.js';
import { payctl, shell } from '../core/command-line.js';
import { configError, type PayctlError, usageError } from '../core/errors.js';
import { isRecord, parseRecord } from '../core/fields.js';
import { meant } from '../core/meant.js';
import { joinTexts, type Message } from '../core/message.js';
import { nearest } from '../core/text.js';
import type { Files, Host } from '../host/host.js';
import { profilesMessages } from '../messages/profiles.js';
import { settingsMessages } from '../messages/settings.js';
import { withLock } from '../state/lock.js';
import type { Paths } from '../state/paths.js';
import { nameProblem } from './names.js';
import {
  isSecretName,
  isSettingName,
  SETTING_NAMES,
  type SettingName,
  setting,
} from './settings.js';

/** The contents of the settings file. What this version does not know of a profile stays in it. */
interface ConfigFile {
  /** The profile that is used when nothing else is said. */
  current?: string;
  profiles: Record<string, StoredProfile>;
}

export type StoredProfile = Record<string, unknown>;

const VERSION = 1;

/**
 * Reads the settings file; empty where there is none. Throws CONFIG where it is damaged or written
 * by a later version: it is never repaired by throwing profiles away.
 *
 * Read here and not through conf, because every command does it: 0.5 ms against 20.
 */
export function readConfigFile(files: Pick<Files, 'read'>, path: string): ConfigFile {
  const bytes = files.read(path);
  if (bytes === undefined) return { profiles: {} };
  const value = parseRecord(utf8Text(bytes)?.replace(/^\uFEFF/, ''));
  if (value === undefined) throw damagedFileError(path, profilesMessages.notJson(path));
  if (typeof value.version === 'number' && value.version > VERSION) {
    throw configError(profilesMessages.laterVersion(path), profilesMessages.update);
  }
  const { current, profiles = {} } = value;
  if (current !== undefined && typeof current !== 'string') {
    throw damagedFileError(path, profilesMessages.badCurrent(path));
  }
  if (!isRecord(profiles)) throw damagedFileError(path, profilesMessages.badProfiles(path));
  const entries = Object.entries(profiles).map(([name, profile]) => {
    if (isRecord(profile)) return [name, profile] as const;
    throw damagedFileError(path, profilesMessages.badProfile(path, name));
  });
  return { current, profiles: Object.fromEntries(entries) };
}

function damagedFileError(path: string, what: Message): PayctlError {
  return configError(what, profilesMessages.fixOrMove(shell`mv ${path} ${`${path}.damaged`}`));
}

type Machine = Pick<Host, 'cwd' | 'files' | 'clock' | 'random' | 'process'>;

const LOCK_WAIT = 30_000;

/** The profiles of the settings file. Every change is made under a lock, and whole or not at all. */
export class Profiles {
  readonly #host: Machine;
  readonly #paths: Paths;

  constructor(host: Machine, paths: Paths) {
    this.#host = host;
    this.#paths = paths;
  }

  read(): ConfigFile {
    return readConfigFile(this.#host.files, this.#paths.configFile);
  }

  /** Makes the profile where there is none; the first one becomes the current one. */
  async set(name: string, values: Readonly<Record<string, string>>): Promise<void> {
    const checked = checkedValues(values, this.#host.cwd);
    await this.#change((config) => {
      if (!Object.hasOwn(config.profiles, name)) {
        checkNewName(config, name);
        config.current ??= name;
      }
      config.profiles[name] = { ...config.profiles[name], ...checked };
    });
  }

  async unset(name: string, settings: readonly string[]): Promise<void> {
    await this.#change((config) => {
      const profile = existingProfile(config, name);
      for (const each of settings) {
        delete profile[Object.hasOwn(profile, each) ? each : settingNamed(each)];
      }
    });
  }

  async use(name: string): Promise<void> {
    await this.#change((config) => {
      if (name !== 'sandbox') existingProfile(config, name);
      config.current = name;
    });
  }

  /** Settings only: a secret is stored anew for the copy. */
  async copy(from: string, to: string): Promise<void> {
    await this.#change((config) => {
      const profile = existingProfile(config, from);
      checkNewName(config, to, from);
      config.profiles[to] = { ...profile };
    });
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#change((config) => {
      const profile = existingProfile(config, from);
      // Also where only the letter case differs: its secrets would be deleted as the old one's.
      checkNewName(config, to, from);
      delete config.profiles[from];
      config.profiles[to] = profile;
      if (config.current === from) config.current = to;
    });
  }

  async delete(name: string): Promise<void> {
    await this.#change((config) => {
      existingProfile(config, name);
      delete config.profiles[name];
      if (config.current === name) delete config.current;
    });
  }

  async #change(edit: (config: ConfigFile) => void): Promise<void> {
    const { config: directory, configFile } = this.#paths;
    this.#host.files.makeDirectory(directory);
    const file = await openStore(this.#host, this.#paths);
    const result = await withLock(this.#host, directory, 'config', { waitMs: LOCK_WAIT }, () => {
      const config = file.store;
      edit(config);
      file.store = config;
    });
    if (result.held) return;
    throw configError(profilesMessages.beingChanged(configFile), profilesMessages.tryAgain);
  }
}

/**
 * conf with both of its weaknesses replaced: it reads and writes through Files, which completes
 * short writes, flushes, and refuses links, and never clears what it cannot read.
 */
async function openStore({ files }: Machine, paths: Paths): Promise<{ store: ConfigFile }> {
  const { default: Conf } = await import('conf');
  class SettingsFile extends Conf<ConfigFile> {
    override get store(): ConfigFile {
      return readConfigFile(files, paths.configFile);
    }
    override set store(config: ConfigFile) {
      const text = JSON.stringify({ version: VERSION, ...config }, null, 2);
      files.replace(paths.configFile, new TextEncoder().encode(`${text}\n`));
    }
  }
  return new SettingsFile({ cwd: paths.config, accessPropertiesByDotNotation: false });
}

export function existingProfile(config: ConfigFile, name: string): StoredProfile {
  const profile = Object.hasOwn(config.profiles, name) ? config.profiles[name] : undefined;
  if (profile !== undefined) return profile;
  if (name === 'sandbox') {
    throw usageError(profilesMessages.builtIn, profilesMessages.reset);
  }
  const guess = nearest(name, [...Object.keys(config.profiles), 'sandbox']);
  throw configError(
    profilesMessages.noProfile(name),
    guess ? profilesMessages.didYouMean(guess) : profilesMessages.listOrMake,
  );
}

/**
 * A name is also a file name, on disks that do not tell upper from lower case.
 * @param from the profile whose settings get the name: nobody shall delete it to make room for itself
 */
function checkNewName(config: ConfigFile, name: string, from?: string): void {
  const problem = nameProblem(name);
  if (problem) throw usageError(profilesMessages.unusable(name, problem));
  const same = Object.keys(config.profiles).find(
    (other) => other.toLowerCase() === name.toLowerCase(),
  );
  if (same !== undefined) {
    const isInTheWay = same === name && same !== from;
    throw usageError(
      profilesMessages.exists(same),
      isInTheWay ? profilesMessages.otherNameOrDelete(same) : profilesMessages.otherName,
    );
  }
}

function checkedValues(
  values: Readonly<Record<string, string>>,
  cwd: string,
): Record<string, string> {
  const problems = Object.entries(values).flatMap(([name, value]) => {
    const { check, stored } = setting(settingNamed(name));
    const wrong = check?.(value) ?? stored?.(value);
    return wrong === undefined ? [] : [settingsMessages.wrong(name, wrong)];
  });
  if (problems.length > 0) throw usageError(joinTexts(problems));
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      setting(settingNamed(name)).file && value !== '' ? resolve(cwd, value) : value,
    ]),
  );
}

/** A setting that the file may hold; secrets have their own place. */
function settingNamed(name: string): SettingName {
  if (isSecretName(name)) {
    throw usageError(
      profilesMessages.secretSetting(name),
      payctl.ofSettings`config set-secret ${name}`,
    );
  }
  if (isSettingName(name)) return name;
  const known = SETTING_NAMES.filter((each) => !isSecretName(each));
  const hint = meant(name, SETTING_NAMES, profilesMessages.settingsAre(known));
  throw usageError(profilesMessages.noSetting(name), hint);
}
