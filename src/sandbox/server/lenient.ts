import type { Fields, Operation } from '../../bank/define.js';
import { type Flag, flagsOf, textFields } from '../../bank/flags.js';
import { isRecord } from '../../core/fields.js';
import { isLosslessNumber } from '../../core/json.js';
import type { Leniency } from '../settings.js';

/** A field that is not as specified, and the setting that takes it nevertheless. */
export interface Deviation {
  field: string;
  setting: Leniency;
  taken: boolean;
}

/**
 * Makes of the fields what the specification has, where a setting allows that: numbers become text
 * in their own digits, empty optional texts and nulls are left out. All other numbers become plain ones.
 */
export function relax(
  operation: Operation,
  fields: Fields,
  isOn: (setting: Leniency) => boolean,
): Deviation[] {
  const flags = new Map(flagsOf(operation).map((flag) => [flag.field, flag]));
  const texts = textFields(operation);
  const found: Deviation[] = [];
  const note = (field: string, setting: Leniency): boolean => {
    const taken = isOn(setting);
    found.push({ field, setting, taken });
    return taken;
  };
  const visit = (here: Fields, path: string): void => {
    for (const [name, value] of Object.entries(here)) {
      const field = path === '' ? name : `${path}.${name}`;
      const flag = flags.get(field);
      if (isLosslessNumber(value)) {
        const asText = texts.has(field) && note(field, 'numbersForText');
        here[name] = asText ? value.toString() : Number(value);
      } else if ((value === '' || value === null) && flag !== undefined && isOptional(flag)) {
        if (note(field, 'emptyTexts')) delete here[name];
      } else if (isRecord(value)) visit(value, field);
    }
  };
  visit(fields, '');
  return found;
}

function isOptional(flag: Flag): boolean {
  return !flag.required && flag.fallback === undefined;
}
