/** Up to so many amounts all subsets are tried. */
const FEW = 12;

/**
 * The positions of several amounts that add up to the target: all of them, or the fewest, the first
 * ones before later ones; of many only neighbours are tried. undefined where none do.
 */
export function addUp(
  target: number,
  amounts: readonly number[],
  tolerance: number,
): number[] | undefined {
  const fits = (sum: number) => Math.abs(sum - target) <= tolerance;
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  if (amounts.length > 1 && fits(total)) return amounts.map((_, index) => index);
  return amounts.length > FEW ? neighbours(amounts, fits) : fewest(amounts, fits);
}

/** Two at least, and not all. */
function fewest(amounts: readonly number[], fits: (sum: number) => boolean): number[] | undefined {
  for (let size = 2; size < amounts.length; size++) {
    const positions = subset(amounts, size, fits);
    if (positions) return positions;
  }
  return undefined;
}

function subset(
  amounts: readonly number[],
  size: number,
  fits: (sum: number) => boolean,
): number[] | undefined {
  const chosen: number[] = [];
  const search = (from: number, sum: number): boolean => {
    if (chosen.length === size) return fits(sum);
    for (let at = from; at <= amounts.length - (size - chosen.length); at++) {
      chosen.push(at);
      if (search(at + 1, sum + (amounts[at] ?? 0))) return true;
      chosen.pop();
    }
    return false;
  };
  return search(0, 0) ? chosen : undefined;
}

/** Amounts among which three are looked for. */
const MANY = 2_000;

/** The positions of the fewest amounts that add up to the target: of many amounts at most three. */
export function smallestSet(target: number, amounts: readonly number[]): number[] | undefined {
  const one = amounts.indexOf(target);
  if (one >= 0) return [one];
  if (amounts.length <= FEW) return fewest(amounts, (sum) => sum === target);
  const two = pairFrom(0, target, amounts);
  if (two !== undefined || amounts.length > MANY) return two;
  for (const [at, amount] of amounts.entries()) {
    const others = pairFrom(at + 1, target - amount, amounts);
    if (others) return [at, ...others];
  }
  return undefined;
}

/** Two positions from one on whose amounts add up to the target. */
function pairFrom(from: number, target: number, amounts: readonly number[]): number[] | undefined {
  const seen = new Map<number, number>();
  for (let at = from; at < amounts.length; at++) {
    const amount = amounts[at] ?? 0;
    const other = seen.get(target - amount);
    if (other !== undefined) return [other, at];
    if (!seen.has(amount)) seen.set(amount, at);
  }
  return undefined;
}

/** The first run of neighbours that adds up: of 1,000 amounts at most, and 100 in a run. */
function neighbours(
  amounts: readonly number[],
  fits: (sum: number) => boolean,
): number[] | undefined {
  const most = Math.min(amounts.length, 1000);
  for (let from = 0; from < most; from++) {
    let sum = amounts[from] ?? 0;
    for (let to = from + 1; to < Math.min(most, from + 100); to++) {
      sum += amounts[to] ?? 0;
      if (fits(sum)) return Array.from({ length: to - from + 1 }, (_, index) => from + index);
    }
  }
  return undefined;
}
