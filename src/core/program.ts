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

/** Commands that act on a bank or a store. */
const OF_PROFILE = [
  ...['approvals', 'batch', 'find', 'investigate', 'journal', 'listen'],
  ...['reconcile', 'store', 'token'],
];

/** A command line that acts on the profile that was asked for, unless it names another. */
export function onSameProfile(line: string, selection: Parameters<typeof programOf>[0]): string {
  const [program, command = '', ...rest] = line.split(' ');
  if (program !== 'payctl' || !OF_PROFILE.includes(command)) return line;
  return [...programOf(selection), command, ...rest].join(' ');
}

/** The same by the name of a profile; where settings come from the environment alone there is none to name. */
export function programFor(profile: string): string[] {
  if (profile === 'environment') return programOf({});
  return programOf(profile === 'sandbox' ? { sandbox: true } : { profile });
}
