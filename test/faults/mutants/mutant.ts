import type { Check } from '../checks.js';
import type { Invariant } from '../invariants.js';
import type { Fault } from '../modules.js';

/** A bug, the function that has it, and what finds it: an invariant of the simulation or a named check. */
export interface Mutant {
  bug: string;
  fault: Fault;
  caughtBy: { invariant: Invariant } | { check: Check };
}

export const caught = (invariant: Invariant) => ({ invariant });
export const checked = (check: Check) => ({ check });

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
