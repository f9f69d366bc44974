import { delimiter, join } from 'node:path';
import { readAsset } from '../host/assets.js';
import { temporaryDirectory } from '../host/disk.js';
import type { Host } from '../host/host.js';

/** Each is loaded by an interpreter, and moves its clock by the milliseconds in the file `offset` beside it. */
const NODE_CLOCK = 'moved-date.cjs';
/** The name is Python's own. */
const PYTHON_CLOCK = 'sitecustomize.py';

/** The time that the application sees, if it runs under Node or Python: others keep that of the machine. */
export class ApplicationClock {
  readonly #host: Pick<Host, 'clock' | 'files' | 'env'>;
  readonly #directory = temporaryDirectory();
  /** How far it is from the clock of the machine; undefined while it is the same. */
  #offsetMs: number | undefined;
  /** How often it was set, and so may have gone back. */
  timesSet = 0;
  /** It was past a moment to which it was to be moved. */
  isLate = false;

  constructor(host: Pick<Host, 'clock' | 'files' | 'env'>) {
    this.#host = host;
    for (const name of [NODE_CLOCK, PYTHON_CLOCK]) {
      host.files.replace(this.#path(name), readAsset(`attack/assets/${name}`));
    }
  }

  /** What programs have in their environment to see this time. */
  variables(): Record<string, string> {
    if (this.#offsetMs === undefined) return {};
    const { NODE_OPTIONS = '', PYTHONPATH } = this.#host.env;
    const load = `--require ${JSON.stringify(this.#path(NODE_CLOCK))}`;
    return {
      NODE_OPTIONS: `${NODE_OPTIONS} ${load}`.trim(),
      PYTHONPATH: [this.#directory.path, ...(PYTHONPATH ? [PYTHONPATH] : [])].join(delimiter),
    };
  }

  /** The moment that the application sees. */
  now(): number {
    return this.#host.clock.now() + (this.#offsetMs ?? 0);
  }

  /** Programs that are started from now on have the time of the machine. */
  reset(): void {
    this.#offsetMs = undefined;
    this.isLate = false;
  }

  /** For programs that are started from now on, it is this moment. */
  startAt(moment: number): void {
    this.timesSet += 1;
    this.#set(moment);
  }

  #set(moment: number): void {
    this.#offsetMs = moment - this.#host.clock.now();
    this.#host.files.replace(this.#path('offset'), Buffer.from(String(this.#offsetMs)));
  }

  /** Forward to this moment, for those that run as well. A clock that is past it stays: none goes back. */
  moveTo(moment: number): void {
    if (this.#offsetMs === undefined) return;
    if (this.now() > moment) this.isLate = true;
    else this.#set(moment);
  }

  close(): void {
    this.#directory.remove();
  }

  #path(name: string): string {
    return join(this.#directory.path, name);
  }
}
