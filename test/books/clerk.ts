import type { Clerk, Night } from '../../src/books/state.js';
import type { Role } from '../../src/reconcile/mapping.js';
import type { SourceFile } from '../../src/reconcile/read.js';
import { fakeHost } from '../fixtures/fake-host.js';

/** Files of a night by their names, for each side. */
export interface Files {
  orders?: Readonly<Record<string, string>>;
  bank?: Readonly<Record<string, string>>;
}

export function clerkOf(user = 'somchai'): Clerk & { clock: ReturnType<typeof fakeHost>['clock'] } {
  const { clock } = fakeHost();
  return { clock, seed: () => 7, who: { user, host: 'counter-1' } };
}

export function nightOf(files: Files, more: Partial<Night> = {}): Night {
  const sources = (['orders', 'bank'] as const).flatMap((role) => sourcesOf(role, files[role]));
  return { sources, days: {}, all: false, ...more };
}

function sourcesOf(role: Role, files: Readonly<Record<string, string>> = {}): SourceFile[] {
  return Object.entries(files).map(([file, text], index) => ({
    ...{ role, file, index },
    async *chunks() {
      yield Buffer.from(text);
    },
  }));
}
