import { run } from './cli/run.js';
import type { Loader } from './host/loader.js';
import { nodeHost } from './host/node.js';
import { catchSignals } from './host/signals.js';

/** @param loader by which the program was loaded, where compiled code is kept */
export async function start(loader?: Loader): Promise<void> {
  // Caught until the process ends: once the default handlers are back, as when Node ends by itself, a
  // signal would replace the exit code of a payment that succeeded.
  const exit = await run(nodeHost(), { signals: catchSignals(), onIdle: () => keep(loader) });
  process.exit(exit);
}

/** What this run had to compile. If that fails, the next one compiles it again. */
async function keep(loader: Loader | undefined): Promise<void> {
  if (loader?.cache === undefined || loader.isComplete) return;
  if (!loader.cache.isMade()) return loader.cache.make();
  // Without what is loaded for keeping alone.
  const compiled = [...loader.compiled];
  await import('./host/keep-code.js')
    .then(({ keepCode }) => keepCode(loader, compiled))
    .catch(() => undefined);
}
