import { defined } from '../core/fields.js';
import { at, type Json, type JsonObject, textOf } from '../core/json.js';
import type { Operator } from '../host/host.js';

/** Whom a provider of identities has told a page apart. */
export interface SignedIn {
  subject: string;
  name?: string;
}

/** Somebody, as far as a machine can tell. */
export interface Who extends Operator, Partial<SignedIn> {
  /** Host name of the machine. */
  host: string;
  /** Id of the machine, where several share the store. */
  machine?: string;
}

/**
 * Whether two may be one person: where both signed in, by what they signed in as; else by the account of
 * one machine. Whom SUDO_USER names may be the same person and never proves to be another one: whoever
 * runs the command can set it.
 */
export function mayBeSame(one: Who, other: Who): boolean {
  if (one.subject !== undefined && other.subject !== undefined) {
    return one.subject === other.subject;
  }
  return (
    isSameMachine(one, other) && accountsOf(one).some((name) => accountsOf(other).includes(name))
  );
}

/** As it is written into lines. */
export function whoText(who: Who): JsonObject {
  const { subject, name, user, sudoUser, host, machine } = who;
  return defined<string>({ subject, name, user, sudoUser, host, machine });
}

/** Reads what `whoText` wrote; undefined for anything else. */
export function whoIn(json: Json | undefined): Who | undefined {
  const word = (field: string) => textOf(at(json, field));
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

function isSameMachine(one: Who, other: Who): boolean {
  return one.host === other.host || (one.machine !== undefined && one.machine === other.machine);
}

function accountsOf({ user, sudoUser }: Who): string[] {
  return sudoUser === undefined ? [user] : [user, sudoUser];
}
