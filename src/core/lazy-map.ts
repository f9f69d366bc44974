/** Shorter lists are copied. */
const MANY = 20_000;

/**
 * As `list.map(change)`. Of many items each is made when it is asked for, every time: a query takes few of
 * them, and copies of all would not fit into memory beside the list.
 */
export function lazyMap<T, U>(list: readonly T[], change: (item: T) => U): U[] {
  if (!isLazy(list)) return list.map((item) => change(item));
  const itemAt = (key: string | symbol) =>
    typeof key === 'string' && /^[0-9]+$/.test(key) ? list[Number(key)] : undefined;
  return new Proxy<U[]>(new Array(list.length), {
    get(target, key) {
      const item = itemAt(key);
      return item === undefined ? Reflect.get(target, key) : change(item);
    },
    has: (target, key) => itemAt(key) !== undefined || Reflect.has(target, key),
  });
}

/** Whether `lazyMap` makes the items of a list one by one. */
export function isLazy(list: unknown): boolean {
  return Array.isArray(list) && list.length > MANY;
}
