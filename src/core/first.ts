/** The first of what comes, at most so many; the rest is not asked for. */
export function first<T>(items: Iterable<T>, most: number): T[] {
  const taken: T[] = [];
  if (most <= 0) return taken;
  for (const item of items) {
    taken.push(item);
    if (taken.length >= most) break;
  }
  return taken;
}
