import { checkInput, fieldAt, withFieldAt } from '../bank/check.js';
import type { Fields, Operation } from '../bank/define.js';
import { unknownFields } from '../bank/flags.js';
import { defaultValues, generatedFields } from '../bank/generate.js';
import { inputError, withExtra } from '../client/typed-client.js';
import { type Problem, usageError } from '../core/errors.js';
import { isRecord } from '../core/fields.js';
import { nearest } from '../core/text.js';
import { libraryMessages as says } from '../messages/library.js';
import type { Services } from '../runtime/services.js';

/** The checked input of an operation: what settings fill in, what is given, `extra`, and what is generated. */
export async function readInput(
  operation: Operation,
  given: unknown,
  extra: Fields | undefined,
  services: Services,
): Promise<Fields> {
  if (!isRecord(given)) throw usageError(says.notFields(operation.id));
  const misspelt = unknownProblems(operation, given);
  if (misspelt.length > 0) throw inputError(operation, misspelt, says.giveExtra);
  const { settings, environment } = await services.profile();
  const { clock, random } = services.host;
  const now = clock.now();
  const outTradeNoPrefix = settings('outTradeNoPrefix');
  const fields = withDefaults(withExtra(given, extra), defaultValues(operation, settings));
  const generated = generatedFields(operation, fields, { now, random, outTradeNoPrefix });
  const context = { environment, now, outTradeNoPrefix };
  const checked = checkInput(operation, { ...fields, ...generated }, context);
  if (!checked.ok) throw inputError(operation, checked.problems);
  for (const warning of checked.warnings) void services.warn(warning);
  return checked.value;
}

/** The compiler does not see a name that is misspelt in a variable, and not every program is compiled. */
function unknownProblems(operation: Operation, fields: Fields): Problem[] {
  return unknownFields(operation.input, fields).map(({ path, known }) => {
    const guess = nearest(path.slice(path.lastIndexOf('.') + 1), known);
    return { field: path, message: guess ? says.nearestField(guess) : says.unknownField };
  });
}

function withDefaults(fields: Fields, defaults: Fields): Fields {
  return Object.entries(defaults).reduce(
    (all, [path, value]) =>
      fieldAt(all, path) === undefined ? withFieldAt(all, path, value) : all,
    fields,
  );
}
