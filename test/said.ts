import { expect } from 'vitest';

/** A message, or a plain text, that says just this in English. */
export function said(text: string) {
  return expect.toSatisfy((value: unknown) => String(value) === text, `says ${text}`);
}

/** As `said`, of a part of it. */
export function sayingSome(part: string) {
  return expect.toSatisfy((value: unknown) => String(value).includes(part), `says … ${part} …`);
}
