import { setMaxListeners } from 'node:events';
import { EXIT } from './core/errors.js';
import type { Loader } from './host/compiled-code/loader.js';
import { nodeHost } from './host/node.js';
import { catchSignals, endedBy, withoutHandlers } from './host/signals.js';
import { run } from './run.js';

/** @param loader by which the program was loaded, where compiled code is saved */
export async function start(loader?: Loader): Promise<void> {
  // Rows of a batch by the hundred wait for one signal, which Node takes for a leak.
  setMaxListeners(0);
  // Caught until the process ends: once the default handlers are back, as when Node ends by itself, a
  // signal would replace the exit code of a payment that succeeded.
  const signals = catchSignals();
  const exit = await run(nodeHost(), { signals, onIdle: () => saveCompileCache(loader) });
  const { received } = signals;
  if (received !== undefined && exit === EXIT[endedBy(received)] && isResolving()) {
    withoutHandlers(() => process.kill(process.pid, received === 'SIGINT' ? received : 'SIGTERM'));
  }
  process.exit(exit);
}

/** Whether a name is being looked up: until that ends, `process.exit` blocks, but not a signal of Unix. */
function isResolving(): boolean {
  if (process.platform === 'win32') return false;
  return process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap');
}

/** Saves what this run had to compile. If that fails, the next one compiles it again. */
async function saveCompileCache(loader: Loader | undefined): Promise<void> {
  if (loader === undefined || loader.isComplete) return;
  if (!loader.cache.exists()) return loader.cache.create();
  // Copied first: what is loaded for the saving itself is of no use to the next run.
  const compiled = [...loader.compiled];
  await import('./host/compiled-code/save.js')
    .then(({ saveCompiledCode }) => saveCompiledCode(loader, compiled))
    .catch(() => undefined);
}
