import type { Socket } from 'node:net';
import { StoreRefusal } from '../store.js';
import type { StoreAddress } from './address.js';

/** Whether nobody but the server can be at the other end. */
function isProven({ path, sslmode }: StoreAddress): boolean {
  return path !== undefined || sslmode === 'verify-full' || sslmode === 'verify-ca';
}

/** Kinds of the message Authentication: it is done, and the three of SCRAM. */
const HARMLESS: readonly number[] = [0, 10, 11, 12];
const AUTHENTICATION = 'R'.charCodeAt(0);
const READY = 'Z'.charCodeAt(0);
/** Type and length, before the kind. */
const HEADER = 5;

/**
 * The password for the driver, which answers whatever the server asks. One that nothing has proven
 * gets a proof of it, by SCRAM, but neither the password nor its MD5 hash, which could be taken for
 * it: the connection ends before an answer leaves.
 */
export function guardedPassword(
  socket: Socket,
  address: StoreAddress,
  password: string,
): () => string | Promise<never> {
  if (isProven(address)) return () => password;
  let isOver = false;
  let rest = Buffer.alloc(0);
  const read = (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes]);
    while (!isOver && rest.length >= HEADER) {
      const [type, end] = [rest[0], rest.readUInt32BE(1) + 1];
      if (type === AUTHENTICATION && rest.length < Math.min(end, HEADER + 4)) return;
      if (type === AUTHENTICATION && !HARMLESS.includes(end < 9 ? -1 : rest.readUInt32BE(HEADER))) {
        isOver = true;
        socket.destroy(asksOpenly(address));
      }
      if (type === READY) isOver = true;
      if (rest.length < end) break;
      rest = rest.subarray(end);
    }
    if (isOver) socket.off('data', read);
  };
  socket.on('data', read);
  // The driver reads the same bytes after this: it waits for ever, and sends nothing.
  return () => (isOver ? new Promise(() => undefined) : password);
}

function asksOpenly({ shown }: StoreAddress): StoreRefusal {
  return new StoreRefusal(
    `the shared store ${shown} asks for the password itself, and nothing proves that it is the store`,
    {
      hint: 'use sslmode=verify-full, or scram-sha-256 in its pg_hba.conf and password_encryption',
    },
  );
}
