import type { Socket } from 'node:net';

/**
 * Holds back what is written to a connection until it is ready (`readiness`; default: at once),
 * then asks, in the same turn in which the first byte goes to the system: `refusal` says why it must
 * not. The handshake of TLS is not held back.
 */
export function gate(
  socket: Socket,
  readiness: 'connect' | 'secureConnect' | undefined,
  refusal: () => Error | undefined,
): void {
  const { _write: write, _writev: writev } = socket;
  let ready = readiness === undefined;
  let held: (() => void) | undefined;
  if (readiness) {
    socket.once(readiness, () => {
      ready = true;
      held?.();
    });
  }
  function pass(done: (error?: Error | null) => void, go: () => void): void {
    held = () => {
      Object.assign(socket, { _write: write, _writev: writev });
      const error = refusal();
      if (error) done(error);
      else go();
    };
    if (ready) held();
  }
  socket._write = (chunk, encoding, done) =>
    pass(done, () => write.call(socket, chunk, encoding, done));
  socket._writev = (chunks, done) => pass(done, () => writev?.call(socket, chunks, done));
}
