import type { Readable } from 'node:stream';
import { PayctlError, usageError } from '../core/errors.js';
import type { Text } from '../core/message.js';
import { disk } from '../messages/disk.js';
import { machine } from '../messages/machine.js';
import { type Descriptor, isNoTerminal, writeDirectly } from './direct.js';
import { diskError, errorCode } from './disk.js';
import type { Input, Output } from './host.js';
import { endedBy, onSignal } from './signals.js';

const OUTPUT = 'standard output';

/**
 * Standard output or error. A write resolves when the system has taken all of it. `open` is called only
 * where writing to the descriptor does not suffice. A write to standard output rejects with PayctlError
 * CONFIG, one to standard error never: nobody could be told, and the exit code must stay right.
 */
export function output(
  name: typeof OUTPUT | 'standard error',
  fd: Descriptor,
  open: () => NodeJS.WriteStream,
): Output {
  let stream: NodeJS.WriteStream | undefined;
  let mayBeTerminal: boolean | undefined;
  let last: Promise<void> | undefined;
  let isGone = false;

  function opened(): NodeJS.WriteStream {
    if (stream === undefined) {
      stream = open();
      // The callback of each write reports it, too; without a listener it would end the process.
      stream.on('error', () => undefined);
    }
    return stream;
  }

  function writeByStream(text: string | Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      opened().write(text, (error) => {
        if (!error) return resolve();
        // With a closed pipe the work goes on, and decides the exit code.
        isGone = isClosed(error);
        if (isGone || name !== OUTPUT) return resolve();
        reject(diskError('writeTo', name, error));
      });
    });
  }

  async function writeAll(text: string | Uint8Array): Promise<void> {
    let pause = 0;
    for (let rest = text; !isGone; ) {
      const { left, isFull } =
        stream === undefined ? writeDirectly(fd, rest) : { left: rest, isFull: false };
      if (left.length === 0) return;
      if (!isFull) return writeByStream(left);
      pause = left.length < rest.length ? 0 : Math.min(2 * pause + 1, LONGEST_PAUSE_MS);
      rest = left;
      await pauseFor(pause);
    }
  }

  const self: Output = {
    get isTTY() {
      mayBeTerminal ??= !isNoTerminal(fd);
      return mayBeTerminal && opened().isTTY === true;
    },
    get columns() {
      return (self.isTTY && opened().columns) || 80;
    },
    get rows() {
      return self.isTTY ? opened().rows : undefined;
    },
    get isClosed() {
      return isGone;
    },
    write(text) {
      // Nothing may overtake what still has to be written.
      const begin = () => writeAll(text);
      const mine = last === undefined ? begin() : last.then(begin, begin);
      last = mine;
      const ended = () => {
        if (last === mine) last = undefined;
      };
      mine.then(ended, ended);
      return mine;
    },
  };
  return self;
}

/** The longest wait before a full pipe is tried again; it begins with none, so as not to slow down a fast reader. */
const LONGEST_PAUSE_MS = 20;

function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => {
    if (ms === 0) setImmediate(resolve);
    else setTimeout(resolve, ms);
  });
}

/** Standard input; `open` is called at the first read. */
export function input(isTTY: () => boolean, open: () => NodeJS.ReadStream): Input {
  return {
    get isTTY() {
      return isTTY();
    },
    chunks: () => readChunks(machine.standardInput, open),
    readAll: (limit) =>
      readWhole(readChunks(machine.standardInput, open), machine.standardInput, limit),
  };
}

/** All chunks as one. Rejects with PayctlError USAGE beyond `limit` bytes. */
export async function readWhole(
  chunks: AsyncIterable<Uint8Array>,
  name: Text,
  limit: number,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let total = 0;
  for await (const part of chunks) {
    total += part.length;
    if (total > limit) throw usageError(disk.tooLarge(name, limit));
    parts.push(part);
  }
  return Buffer.concat(parts, total);
}

/**
 * The chunks of a stream; a signal ends the wait for someone who types. Throws PayctlError USAGE
 * where it cannot be read.
 */
export async function* readChunks(name: Text, open: () => Readable): AsyncGenerator<Uint8Array> {
  const stream = open();
  const release = onSignal((name) => {
    stream.destroy(new PayctlError(endedBy(name), machine.endedBySignal));
  });
  try {
    for await (const part of stream) yield typeof part === 'string' ? Buffer.from(part) : part;
  } catch (error) {
    if (error instanceof PayctlError) throw error;
    throw new PayctlError('USAGE', disk.unreadable(name), { cause: error });
  } finally {
    release();
  }
}

function isClosed(error: Error): boolean {
  const code = errorCode(error);
  return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED' || code === 'ECONNRESET';
}
