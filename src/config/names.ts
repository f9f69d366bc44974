import { usageError } from '../core/errors.js';
import type { Message } from '../core/message.js';
import { profilesMessages } from '../messages/profiles.js';

/** The names of profiles and of embedded banks. */

const PROFILE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** `sandbox` is the embedded bank, `environment` stands for no profile at all. */
const RESERVED: readonly string[] = ['sandbox', 'environment'];

/** A name is part of the names of files, and of commands that a person pastes. */
export function isProfileName(name: string): boolean {
  return PROFILE.test(name);
}

/** What is wrong with the name of a new profile; undefined where nothing is. */
export function nameProblem(name: string): Message | undefined {
  if (!isProfileName(name)) return profilesMessages.badName;
  return RESERVED.includes(name.toLowerCase()) ? profilesMessages.reserved : undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

const LONGEST = 40;
const BANK = new RegExp(`^[A-Za-z0-9_-]{1,${LONGEST}}$`);

/** The name of an embedded bank. Capital and small letters are the same, as in host and file names. */
export function bankName(text: string, from: string): string {
  if (BANK.test(text)) return text.toLowerCase();
  throw usageError(
    profilesMessages.notBankName(from, text.slice(0, 2 * LONGEST)),
    profilesMessages.giveBankName(LONGEST),
  );
}

/** The embedded bank that the environment names; undefined for the one that all share. */
export function bankFromEnvironment(env: Environment): string | undefined {
  const { PAYCTL_SANDBOX } = env;
  return PAYCTL_SANDBOX ? bankName(PAYCTL_SANDBOX, 'PAYCTL_SANDBOX') : undefined;
}

/** Where a bank that has a name is served beside the root: charges made there are its own. */
export function bankUrlPath(name: string): string {
  return `/bank-${name}`;
}

/** Each bank has an address of its own, and with it claims and tokens of its own. */
export function bankAddress(shared: string, name: string | undefined): string {
  return name === undefined ? shared : shared.replace('://', `://bank-${name}.`);
}
