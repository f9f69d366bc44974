import { stripVTControlCharacters } from 'node:util';
import { width } from '../../format/width.js';
import type { Host, Output, Pager } from '../../host/host.js';
import type { Signals } from '../../host/signals.js';
import type { Tell } from '../../runtime/door.js';
import type { Globals } from '../../runtime/globals.js';

/** Ends by itself where the text fits, keeps colours, and leaves the text on the screen. */
const USUAL = 'less -FRX';

/** Where the terminal does not tell its height. */
const USUAL_ROWS = 24;

/** The screen that a result is shown on. */
interface PagedScreen {
  /** With a standard output that may go to a pager. */
  host: Host;
  /** What is said meanwhile waits until the pager has left the screen. */
  tell: Tell;
  /** Shows what is left, and waits for whoever reads it. */
  end(): Promise<void>;
}

export function pageFor(host: Host, globals: Globals, signals: Signals, tell: Tell): PagedScreen {
  const command = pagerFor(host, globals);
  if (command === undefined) return { host, tell, end: async () => undefined };
  const stdout = new PagedOutput(host, command, signals);
  const untold: (() => Promise<void>)[] = [];
  return {
    host: { ...host, stdout },
    async tell(text, kind) {
      if (stdout.isBusy) untold.push(() => tell(text, kind));
      else await tell(text, kind);
    },
    async end() {
      await stdout.end();
      for (const tellNow of untold.splice(0)) await tellNow();
    },
  };
}

/** The pager of git and gh, by its command; undefined where none is wanted, or nobody could leave it. */
function pagerFor(
  { stdout, env, openPager }: Pick<Host, 'stdout' | 'env' | 'openPager'>,
  { pager, input, log }: Pick<Globals, 'pager' | 'input' | 'log'>,
): readonly string[] | undefined {
  if (!pager || !input || log === 'json' || env.TERM === 'dumb') return undefined;
  const command = (env.PAYCTL_PAGER ?? env.PAGER ?? USUAL).trim();
  if (command === '' || command === 'cat' || !openPager || !stdout.isTTY) return undefined;
  return command.split(/\s+/);
}

/** Standard output of a terminal, of which a text that is longer than the screen goes to a pager. */
class PagedOutput implements Output {
  readonly #host: Pick<Host, 'stdout' | 'openPager'>;
  readonly #command: readonly string[];
  readonly #signals: Signals;
  #waiting = '';
  #lines = 0;
  #pager: Pager | undefined;
  #isDirect = false;
  #release: () => void = () => undefined;

  constructor(
    host: Pick<Host, 'stdout' | 'openPager'>,
    command: readonly string[],
    signals: Signals,
  ) {
    this.#host = host;
    this.#command = command;
    this.#signals = signals;
  }

  get isTTY(): boolean {
    return this.#host.stdout.isTTY;
  }

  get columns(): number {
    return this.#host.stdout.columns;
  }

  get isClosed(): boolean {
    return this.#pager?.isClosed ?? this.#host.stdout.isClosed ?? false;
  }

  /** Whether a line on standard error would stand in the middle of its text, or before it. */
  get isBusy(): boolean {
    return this.#pager !== undefined || this.#waiting !== '';
  }

  async write(text: string | Uint8Array): Promise<void> {
    if (typeof text !== 'string' || this.#isDirect) return this.#host.stdout.write(text);
    if (this.#pager) return this.#pager.write(text);
    this.#waiting += text;
    this.#lines += countLines(text, this.columns);
    // The last line of the screen is for the prompt of the shell.
    if (this.#lines >= (this.#host.stdout.rows || USUAL_ROWS)) await this.#open();
  }

  async end(): Promise<void> {
    await this.#flush();
    this.#lines = 0;
    await this.#pager?.end();
    this.#release();
    this.#pager = undefined;
  }

  async #open(): Promise<void> {
    this.#pager = await this.#host.openPager?.(this.#command);
    if (this.#pager === undefined) this.#isDirect = true;
    else this.#release = keepRunOpen(this.#pager, this.#signals);
    await this.#flush();
  }

  async #flush(): Promise<void> {
    const text = this.#waiting;
    this.#waiting = '';
    if (text !== '') await (this.#pager ?? this.#host.stdout).write(text);
  }
}

/**
 * The run lasts as long as its pager, to which Ctrl-C means something of its own. Any other signal, and a
 * second one, ends both.
 */
function keepRunOpen(pager: Pager, signals: Signals): () => void {
  const { first, second, inFlight } = signals;
  const kill = () => pager.kill();
  const onFirst = () => {
    if (signals.received !== 'SIGINT') kill();
  };
  const over = new AbortController();
  first.addEventListener('abort', onFirst, { signal: over.signal });
  second.addEventListener('abort', kill, { signal: over.signal });
  inFlight.add(pager);
  return () => {
    over.abort();
    inFlight.delete(pager);
  };
}

/** How many lines of a terminal a text fills. */
function countLines(text: string, columns: number): number {
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.reduce((sum, line) => {
    return sum + Math.max(1, Math.ceil(width(stripVTControlCharacters(line)) / columns));
  }, 0);
}
