import type { Language, Reader, Say } from '../core/message.js';
import type { Host } from '../host/host.js';
import { speaking } from '../messages/speaking.js';
import { findPaths } from '../state/paths.js';
import type { Globals } from './globals.js';
import { readProfile } from './profile.js';

/** What the run was asked to speak: flag, environment or profile; English where none of them can be read. */
export async function languageOf(host: Host, globals: Globals | undefined): Promise<Language> {
  const asked = globals?.settings.lang ?? host.env.PAYCTL_LANG;
  if (asked !== undefined || globals === undefined) return asked === 'th' ? 'th' : 'en';
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
