import type { Operation } from '../bank/define.js';
import { type Flag, flagsOf } from '../bank/flags.js';
import { PayctlError } from '../core/errors.js';
import type { Context } from './context.js';
import { looksLikeFile } from './source.js';

/** `bpReference` of `bp.bpReference`: what the reference is called where it stands without its flag. */
export function argumentName({ field }: Flag): string {
  return field.slice(field.lastIndexOf('.') + 1);
}

/** The reference that stands without its flag; undefined where none does. */
export function typedReference(
  operation: Operation,
  context: Context,
): { field: string; name: string; value: string } | undefined {
  const reference = flagsOf(operation).find(({ positional }) => positional);
  if (reference === undefined) return undefined;
  const { field, flag } = reference;
  const name = argumentName(reference);
  const value = context.argument(name);
  if (value === undefined) return undefined;
  if (looksLikeFile(value)) {
    const shown = JSON.stringify(value);
    throw new PayctlError('USAGE', `${shown} is the name of a file, and ${name} is a reference`, {
      hint: `payctl investigate FILE reads one; a reference of that name is given by ${flag}`,
    });
  }
  const again = context.text(flag.slice(2));
  if (again === undefined || again === value) return { field, name: `<${name}>`, value };
  throw new PayctlError(
    'USAGE',
    `two references are given: ${JSON.stringify(value)}, and ${flag} ${JSON.stringify(again)}`,
    { hint: `leave out ${flag}` },
  );
}
