import type { Language, Reader, Say } from '../core/message.js';
import type { Host } from '../host/host.js';
import { speaking } from '../messages/speaking.js';
import { findPaths } from '../state/paths.js';
import type { Globals } from './globals.js';
import { readProfile } from './profile.js';

/** By the options of a run: several parts of it ask, and the profile need be read only once. */
const known = new WeakMap<Globals, Promise<Language>>();

/** What the run was asked to speak: flag, environment or profile; English where none of them can be read. */
export async function languageOf(host: Host, globals: Globals | undefined): Promise<Language> {
  const asked = globals?.settings.lang ?? host.env.PAYCTL_LANG;
  if (asked !== undefined || globals === undefined) return asked === 'th' ? 'th' : 'en';
  const language = known.get(globals) ?? languageOfProfile(host, globals);
  known.set(globals, language);
  return language;
}

async function languageOfProfile(host: Host, globals: Globals): Promise<Language> {
  try {
    const { resolved } = await readProfile(host, findPaths(host), globals);
    return resolved.values.lang === 'th' ? 'th' : 'en';
  } catch {
    return 'en';
  }
}

/** Words messages as the run was asked to. */
export async function sayFor(
  host: Host,
  globals: Globals | undefined,
  reader: Reader = 'terminal',
): Promise<Say> {
  return speaking(await languageOf(host, globals), reader);
}
