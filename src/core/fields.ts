/** Input or data fields by their name in the specification. */
export type Fields = Record<string, unknown>;

/** Without the fields that have no value. */
export function defined<T>(
  fields: Readonly<Record<string, T | undefined>>,
): Record<string, Exclude<T, undefined>> {
  return Object.fromEntries(Object.entries(fields).filter(isDefined<T>));
}

function isDefined<T>(entry: [string, T | undefined]): entry is [string, Exclude<T, undefined>] {
  return entry[1] !== undefined;
}
