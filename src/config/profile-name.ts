const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** `sandbox` is the embedded bank, `environment` stands for no profile at all. */
const RESERVED: readonly string[] = ['sandbox', 'environment'];

/** A name is part of the names of files, and of commands that a person pastes. */
export function isProfileName(name: string): boolean {
  return NAME.test(name);
}

export const NAME_RULE = 'up to 64 letters, digits, ., _ and -, beginning with a letter or digit';

/** What is wrong with the name of a new profile; undefined where nothing is. */
export function nameProblem(name: string): string | undefined {
  if (!isProfileName(name)) return `is not a valid profile name; use ${NAME_RULE}`;
  return RESERVED.includes(name.toLowerCase()) ? 'is a reserved name; choose another' : undefined;
}
