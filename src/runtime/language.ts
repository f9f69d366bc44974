import type { Language, Say, Voice } from '../core/message.js';
import { oncePer } from '../core/once.js';
import type { Host } from '../host/host.js';
import { speaking } from '../messages/speaking.js';
import { findPaths } from '../state/paths.js';
import { readProfile } from './profile.js';
import type { Selection } from './run-options.js';

/** What the run was asked to speak: flag, environment or profile; English where none of them can be read. */
export async function runLanguage(host: Host, selection: Selection): Promise<Language> {
  const requested = selection.settings.lang ?? host.env.PAYCTL_LANG;
  if (requested !== undefined) return requested === 'th' ? 'th' : 'en';
  return languageOfProfile(selection, host);
}

/** Several parts of a run ask, and the profile need be read only once. */
const languageOfProfile = oncePer(async (selection: Selection, host: Host): Promise<Language> => {
  try {
    const { resolved } = await readProfile(host, findPaths(host), selection);
    return resolved.values.lang === 'th' ? 'th' : 'en';
  } catch {
    return 'en';
  }
});

/** Words messages as the run was asked to; a command in them acts on the same profile. */
export async function sayFor(
  host: Host,
  selection: Selection,
  voice: Partial<Pick<Voice, 'reader' | 'showCommand'>> = {},
): Promise<Say> {
  const language = await runLanguage(host, selection);
  return speaking(language, { reader: 'terminal', connection: selection, ...voice });
}
