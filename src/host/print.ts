import { writeDirectly } from './direct.js';

/**
 * Prints to standard output, without a stream as far as possible, because a stream costs a tenth of
 * a start.
 */
export function print(text: string): void {
  const { left } = writeDirectly(1, text);
  if (left.length === 0) return;
  watchOutput();
  process.stdout.write(left);
}

/**
 * Handles errors of standard output and error: a closed pipe (`payctl … | head -1`) is none; any other,
 * such as a full disk, is exit 3, unless the command has set another exit code since.
 */
export function watchOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') process.exitCode = 3;
    });
  }
}
