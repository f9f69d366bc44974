import { usageError } from '../core/errors.js';

type Environment = Readonly<Record<string, string | undefined>>;

const LONGEST = 40;
const NAME = new RegExp(`^[A-Za-z0-9_-]{1,${LONGEST}}$`);

/** The name of an embedded bank. Capital and small letters are the same, as in host and file names. */
export function bankName(text: string, from: string): string {
  if (NAME.test(text)) return text.toLowerCase();
  throw usageError(
    `${from} is ${JSON.stringify(text.slice(0, 2 * LONGEST))}, which cannot name an embedded bank`,
    `give up to ${LONGEST} letters, digits, - and _`,
  );
}

/** The embedded bank that the environment names; undefined for the one that all share. */
export function bankIn(env: Environment): string | undefined {
  const { PAYCTL_SANDBOX } = env;
  return PAYCTL_SANDBOX ? bankName(PAYCTL_SANDBOX, 'PAYCTL_SANDBOX') : undefined;
}

/** Where a bank that has a name is served beside the root: charges made there are its own. */
export function pathOfBank(name: string): string {
  return `/bank-${name}`;
}

/** Each bank has an address of its own, and with it claims and tokens of its own. */
export function addressOfBank(shared: string, name: string | undefined): string {
  return name === undefined ? shared : shared.replace('://', `://bank-${name}.`);
}
