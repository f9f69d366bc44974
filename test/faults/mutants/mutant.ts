import type { ClaimHandle, Claims } from '../../../src/state/claims.js';
import type { Store } from '../../../src/state/store.js';
import type { Check } from '../checks.js';
import type { Invariant } from '../invariants.js';
import type { Exchangeable, Fault, Modules } from '../modules.js';

/** A bug that somebody might make one day, and the check or the invariant of the simulation that finds it. */
export interface Mutant extends Fault {
  bug: string;
  promise: Check | Invariant;
  /** A history that shows it, of a bug that hides from most; tried first, to save time. */
  seed: number;
}

/** The compiler knows the names of what is exchanged, so that a rename is an error. */
export function bug(text: string) {
  return {
    breaks: (promise: Mutant['promise'], seed = 0) => ({
      in: <M extends keyof Modules, Name extends Exchangeable<Modules[M]>>(
        module: M,
        name: Name,
        from: (real: Modules[M][Name]) => Modules[M][Name],
      ): Mutant => ({ bug: text, promise, seed, module, name, from }),
    }),
  };
}

/** The same object, but for these methods; its own methods keep their private fields. */
export function changed<T extends object>(real: T, methods: Partial<T>): T {
  return new Proxy(real, {
    get(target, name) {
      if (Object.hasOwn(methods, name)) return Reflect.get(methods, name);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** The same store, whose claims are held in another way. */
export function holding(store: Store, other: (held: ClaimHandle) => ClaimHandle): Store {
  const { claims } = store;
  const wrapped = (held: ClaimHandle | undefined) => held && other(held);
  const add: Claims['add'] = async (...part) => wrapped(await claims.add(...part));
  const create: Claims['create'] = async (...part) => wrapped(await claims.create(...part));
  return { ...store, claims: changed(claims, { add, create }) };
}

/** The same store, whose claims are appended to in another way. */
export function appending(
  store: Store,
  append: (held: ClaimHandle, ...line: Parameters<ClaimHandle['append']>) => Promise<void>,
): Store {
  return holding(store, (held) => changed(held, { append: (...line) => append(held, ...line) }));
}
