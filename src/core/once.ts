/**
 * Calls `make` at the first use, and returns the same value from then on. A promise that rejects is forgotten:
 * by the next use somebody may have mended what was wrong.
 */
export function once<Given extends unknown[], T>(
  make: (...given: Given) => T,
): (...given: Given) => T {
  let cached: { value: T } | undefined;
  return (...given) => {
    if (cached) return cached.value;
    const value = make(...given);
    cached = { value };
    if (value instanceof Promise) {
      value.catch(() => {
        cached = undefined;
      });
    }
    return value;
  };
}

/** The same for each object that `make` gets first: whatever it gets with it belongs to that object. */
export function oncePer<Key extends object, Rest extends unknown[], T>(
  make: (key: Key, ...rest: Rest) => T,
): (key: Key, ...rest: Rest) => T {
  const made = new WeakMap<Key, (key: Key, ...rest: Rest) => T>();
  return (key, ...rest) => {
    const value = made.get(key) ?? once(make);
    made.set(key, value);
    return value(key, ...rest);
  };
}
