/** The command with the profile that was asked for, so that what comes next can be pasted. */
export function programOf({
  sandbox = false,
  profile,
}: {
  readonly sandbox?: boolean;
  readonly profile?: string | undefined;
}): string[] {
  if (sandbox) return ['payctl', '--sandbox'];
  return profile === undefined ? ['payctl'] : ['payctl', '-p', profile];
}

/** Commands that act on a bank or a store, as sentences name them. */
const NAMED =
  /\bpayctl (?=(?:approvals|batch|find|investigate|journal|listen|reconcile|store|token) )/g;

/** A sentence whose commands act on the profile that was asked for. */
export function onSameProfile(
  sentence: string,
  selection: Parameters<typeof programOf>[0],
): string {
  return sentence.replace(NAMED, () => `${programOf(selection).join(' ')} `);
}

/** The same by the name of a profile; where settings come from the environment alone there is none to name. */
export function programFor(profile: string): string[] {
  if (profile === 'environment') return programOf({});
  return programOf(profile === 'sandbox' ? { sandbox: true } : { profile });
}
