/** The modules that parts come from or that a fault may be planted in, by their place in `src/`. */
export interface Modules {
  'api/catalogue': typeof import('../../src/api/catalogue.js');
  'api/money': typeof import('../../src/api/money.js');
  'api/operation': typeof import('../../src/api/operation.js');
  'api/states': typeof import('../../src/api/states.js');
  'batch/checkpoint': typeof import('../../src/batch/checkpoint.js');
  'callbacks/confirmation': typeof import('../../src/callbacks/confirmation.js');
  'callbacks/inbox': typeof import('../../src/callbacks/inbox.js');
  'client/caller': typeof import('../../src/client/caller.js');
  'client/connection': typeof import('../../src/client/connection.js');
  'client/echo': typeof import('../../src/client/echo.js');
  'client/held': typeof import('../../src/client/held.js');
  'client/memory-store': typeof import('../../src/client/memory-store.js');
  'client/needles': typeof import('../../src/client/needles.js');
  'client/redact': typeof import('../../src/client/redact.js');
  'client/retry': typeof import('../../src/client/retry.js');
  'client/transport': typeof import('../../src/client/transport.js');
  'client/transport-got': typeof import('../../src/client/transport-got.js');
  'client/unescape': typeof import('../../src/client/unescape.js');
  'client/verdict': typeof import('../../src/client/verdict.js');
  'config/profiles': typeof import('../../src/config/profiles.js');
  'config/token-shelf': typeof import('../../src/config/token-shelf.js');
  'config/token-store': typeof import('../../src/config/token-store.js');
  errors: typeof import('../../src/errors.js');
  'host/disk': typeof import('../../src/host/disk.js');
  'host/files': typeof import('../../src/host/files.js');
  'host/identity': typeof import('../../src/host/identity.js');
  'host/lock': typeof import('../../src/host/lock.js');
  'journal/absence': typeof import('../../src/journal/absence.js');
  'journal/answers': typeof import('../../src/journal/answers.js');
  'journal/chain': typeof import('../../src/journal/chain.js');
  'journal/charge': typeof import('../../src/journal/charge.js');
  'journal/claim': typeof import('../../src/journal/claim.js');
  'journal/codec': typeof import('../../src/journal/codec.js');
  'journal/index-file': typeof import('../../src/journal/index-file.js');
  'journal/inquiry': typeof import('../../src/journal/inquiry.js');
  'journal/journal': typeof import('../../src/journal/journal.js');
  'journal/list': typeof import('../../src/journal/list.js');
  'journal/masking': typeof import('../../src/journal/masking.js');
  'journal/recover': typeof import('../../src/journal/recover.js');
  'journal/settle': typeof import('../../src/journal/settle.js');
  'journal/state': typeof import('../../src/journal/state.js');
  'journal/store': typeof import('../../src/journal/store.js');
  'journal/verify': typeof import('../../src/journal/verify.js');
}

type FunctionName<Module> = {
  [Name in keyof Module]: Module[Name] extends (...values: never[]) => unknown ? Name : never;
}[keyof Module] &
  string;

/** An exported function, and what stands in its place for all other modules that import it. */
export interface Fault {
  module: keyof Modules;
  name: string;
  /** Makes the replacement, which may call the real one. */
  from(real: unknown): unknown;
}

/** Names the function, so that a rename is an error of the compiler. Calls within its own module stay sound. */
export function fault<M extends keyof Modules, Name extends FunctionName<Modules[M]>>(
  module: M,
  name: Name,
  from: (real: Modules[M][Name]) => Modules[M][Name],
): Fault {
  return { module, name, from };
}
