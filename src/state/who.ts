import { withoutUndefined } from '../core/fields.js';
import { at, type Json, type JsonObject, jsonText } from '../core/json.js';
import type { Operator } from '../host/host.js';

/** Somebody, as far as a machine can tell. */
export interface Who extends Operator {
  /** As whom somebody signed in to a page, and what they are called there. */
  subject?: string;
  name?: string;
  host: string;
  /** Id of the machine, where several share the store; absent where the store is files. */
  machine?: string;
}

/**
 * Whether two may be one person: by what they signed in as, where both did; the account is then that of the
 * server that they signed in to. Else by the account of a machine: whom SUDO_USER names may be the same
 * person, and never proves to be another one, because whoever runs the command can set it.
 */
export function isSamePerson(one: Who, other: Who): boolean {
  if (one.subject !== undefined && other.subject !== undefined) {
    return one.subject === other.subject;
  }
  return (
    isSameMachine(one, other) &&
    accountNames(one).some((name) => accountNames(other).includes(name))
  );
}

/** Somebody, for people. */
export function displayName({ name, subject, user, sudoUser }: Who): string {
  return name ?? subject ?? sudoUser ?? user;
}

/** As it is written into lines. */
export function whoText(who: Who): JsonObject {
  const { subject, name, user, sudoUser, host, machine } = who;
  return withoutUndefined<string>({ subject, name, user, sudoUser, host, machine });
}

/** Reads what `whoText` wrote; undefined for anything else. */
export function readWho(json: Json | undefined): Who | undefined {
  const word = (field: string) => jsonText(at(json, field));
  const [user, host] = [word('user'), word('host')];
  if (user === undefined || host === undefined) return undefined;
  const [subject, name, sudoUser, machine] = ['subject', 'name', 'sudoUser', 'machine'].map(word);
  return {
    user,
    host,
    ...(subject !== undefined && { subject }),
    ...(name !== undefined && { name }),
    ...(sudoUser !== undefined && { sudoUser }),
    ...(machine !== undefined && { machine }),
  };
}

/** Files are of one machine, whatever its name was: that of a container is another one in each run. */
function isSameMachine(one: Who, other: Who): boolean {
  return one.host === other.host || one.machine === other.machine;
}

function accountNames({ user, sudoUser }: Who): string[] {
  return sudoUser === undefined ? [user] : [user, sudoUser];
}
