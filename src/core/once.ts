/** Calls `make` at the first use, and returns the same value from then on. */
export function once<T>(make: () => T): () => T {
  let cached: { value: T } | undefined;
  return () => {
    cached ??= { value: make() };
    return cached.value;
  };
}

/** The same for each object that `make` gets first: whatever it gets with it belongs to that object. */
export function oncePer<Key extends object, Rest extends unknown[], T>(
  make: (key: Key, ...rest: Rest) => T,
): (key: Key, ...rest: Rest) => T {
  const made = new WeakMap<Key, () => T>();
  return (key, ...rest) => {
    const value = made.get(key) ?? once(() => make(key, ...rest));
    made.set(key, value);
    return value();
  };
}
