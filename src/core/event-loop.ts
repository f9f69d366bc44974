/** Resolves when the event loop has turned: until then no signal and no other request is handled. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
