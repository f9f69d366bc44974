/** Calls `make` at the first use, and returns the same value from then on. */
export function once<T>(make: () => T): () => T {
  let cached: { value: T } | undefined;
  return () => {
    cached ??= { value: make() };
    return cached.value;
  };
}

/** The same for each object that `make` gets; the objects never change. */
export function oncePer<Key extends object, T>(make: (key: Key) => T): (key: Key) => T {
  const made = new WeakMap<Key, () => T>();
  return (key) => {
    const value = made.get(key) ?? once(() => make(key));
    made.set(key, value);
    return value();
  };
}
