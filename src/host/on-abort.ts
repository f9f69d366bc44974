import { setMaxListeners } from 'node:events';

/** Calls `act` when the signal aborts; returns what removes the listener. */
export function onAbort(signal: AbortSignal, act: () => void): () => void {
  // Hundreds of calls may share a signal, which Node takes for a leak.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', act);
  return () => signal.removeEventListener('abort', act);
}
