/** The command with the profile that was asked for, so that what comes next can be pasted. */
export function programWords({
  sandbox = false,
  profile,
}: {
  readonly sandbox?: boolean;
  readonly profile?: string | undefined;
}): string[] {
  if (sandbox) return ['payctl', '--sandbox'];
  return profile === undefined ? ['payctl'] : ['payctl', '-p', profile];
}

/** The same by the name of a profile; where settings come from the environment alone there is none to name. */
export function programFor(profile: string): string[] {
  if (profile === 'environment') return programWords({});
  return programWords(profile === 'sandbox' ? { sandbox: true } : { profile });
}
