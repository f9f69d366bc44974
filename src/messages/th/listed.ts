/** `A`, `A หรือ W`, `A, X หรือ W`. */
export function listedThai(values: readonly string[]): string {
  return [values.slice(0, -1).join(', '), values.at(-1)].filter(Boolean).join(' หรือ ');
}
