import { type Language, Message, type Reader, type Say, type Text } from '../core/message.js';
import { oncePer } from '../core/once.js';
import { onSameProfile } from '../core/program.js';
import type { Host } from '../host/host.js';
import { speaking } from '../messages/speaking.js';
import { findPaths } from '../state/paths.js';
import { readProfile } from './profile.js';
import type { Selection } from './run-options.js';

/** What the run was asked to speak: flag, environment or profile; English where none of them can be read. */
export async function languageOf(host: Host, selection: Selection): Promise<Language> {
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

/** Words messages as the run was asked to; a command in it acts on the same profile. */
export async function sayFor(
  host: Host,
  selection: Selection,
  reader: Reader = 'terminal',
): Promise<Say> {
  const say = await speaking(await languageOf(host, selection), reader);
  const { sandbox, profile } = selection;
  if (reader !== 'terminal' || (!sandbox && profile === undefined)) return say;
  const onProfile = (text: Text): Text => {
    if (!(text instanceof Message)) return text;
    if (!isCommand(text)) return text.map(onProfile);
    return text.mapTexts((line) => onSameProfile(line, selection));
  };
  return (text) => say(onProfile(text));
}

/** Whether it is a command line, as `wording.command` makes them, alone or in a sentence. */
function isCommand({ area, id }: Message): boolean {
  return area === 'wording' && id === 'command';
}
