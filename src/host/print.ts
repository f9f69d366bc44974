import { writeDirectly } from './direct.js';

/** Writes directly to the descriptor: a stream costs a tenth of a start. The rest goes through the stream. */
export function print(text: string): void {
  const left = writeDirectly(1, text);
  if (left.length === 0) return;
  watchOutput();
  process.stdout.write(left);
}

/**
 * A reader that goes away (`payctl … | head -1`) is not an error; a full disk under redirected output
 * is one of the machine (3), unless what the command has done decides the exit code.
 */
export function watchOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') process.exitCode = 3;
    });
  }
}
