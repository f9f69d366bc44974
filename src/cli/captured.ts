import type { Host, Output } from '../host/host.js';
import type { Signals } from '../host/signals.js';
import type { Bank } from '../sandbox/bank.js';
import type { Groups, Result } from './command.js';
import type { Globals } from './globals.js';
import { runLine } from './run-line.js';

/** How a command line ended, and what it printed. */
export interface Captured {
  exit: number;
  /** What the command handed to the renderer; absent where it failed. */
  result?: Result;
  stdout: string;
  stderr: string;
}

export interface Lent {
  /** Its standard input. */
  input?: Uint8Array | undefined;
  /** The embedded bank, where it is open already. */
  bank?: (() => Promise<Bank>) | undefined;
  /** Its result is not rendered. */
  isSilent?: boolean;
}

/** Runs a command line in this process, without terminal. */
export async function runCaptured(
  host: Host,
  groups: Groups,
  signals: Signals,
  { input = new Uint8Array(), bank, isSilent = false }: Lent = {},
): Promise<Captured> {
  const [stdout, stderr] = [new Text(), new Text()];
  let result: Result | undefined;
  const onResult = (given: Result): void => {
    result = given;
  };
  const line: Host = { ...host, stdin: inputOf(input), stdout, stderr };
  const exit = await runLine(line, groups, { signals, onResult, isSilent, bank });
  return { exit, ...(result && { result }), stdout: stdout.text, stderr: stderr.text };
}

/** Keeps what is written. */
class Text implements Output {
  readonly isTTY = false;
  readonly columns = 80;
  readonly #decoder = new TextDecoder();
  text = '';

  async write(text: string | Uint8Array): Promise<void> {
    this.text += typeof text === 'string' ? text : this.#decoder.decode(text, { stream: true });
  }
}

function inputOf(bytes: Uint8Array): Host['stdin'] {
  return {
    isTTY: false,
    readAll: async () => bytes,
    async *chunks() {
      if (bytes.length > 0) yield bytes;
    },
  };
}

/** The global options by which a line goes to the same bank as this run. */
export function connectionOptions({ sandbox, profile, settings, retries }: Globals): string[] {
  return [
    ...(sandbox ? ['--sandbox'] : []),
    ...(profile === undefined ? [] : [`--profile=${profile}`]),
    ...Object.entries(settings).map(([flag, value]) => `--${flag}=${value}`),
    ...(retries === undefined ? [] : [`--retries=${retries}`]),
  ];
}
