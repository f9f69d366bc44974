import { parseRecord } from '../core/fields.js';
import type { Files } from '../host/host.js';
import { statePath } from './paths.js';
import { SeenTimelines } from './seen-timelines.js';

/** A claim, or a slip that was accepted, which this machine made in a shared store. */
export interface OwnClaim {
  /** Key of the claim, or name of the slip. */
  key: string;
  /** Number of its first line; 0 for a slip. */
  seq: number;
  attempt: string;
  /** The month of the partition in which its lines lie; not known of a slip. */
  month?: string | undefined;
  /** The server that took it, as `payctl.server()` names it. */
  server: string;
  /** The newest declaration that the store had then; empty where it had none. */
  declaration: string;
}

/** More than one, because a machine makes several at once and records them in any order. */
const REMEMBERED = 16;
const MOST_LINES = 8 * REMEMBERED;
const MONTH = /^\d{4}-\d\d-01$/;

/**
 * The last claims of this machine in a shared store. A server that lacks one of them has forgotten it,
 * whatever else it shows.
 */
export class OwnClaims {
  readonly timelines: Pick<SeenTimelines, 'highest'>;
  readonly #files: Files;
  readonly #stateDir: string;
  readonly #path: string;

  constructor(files: Files, stateDir: string) {
    this.timelines = new SeenTimelines(files, stateDir);
    this.#files = files;
    this.#stateDir = stateDir;
    this.#path = statePath(stateDir, 'store.claims');
  }

  /** The id of the store that the last claim was made in. */
  get store(): string | undefined {
    return this.#lines()
      .flatMap((line) => parseClaim(line)?.store ?? [])
      .at(-1);
  }

  /** The claims made in this store, the newest last. */
  in(store: string): OwnClaim[] {
    const claims: OwnClaim[] = [];
    for (const line of this.#lines().reverse()) {
      const known = parseClaim(line);
      if (known?.store !== store) continue;
      claims.unshift(known.claim);
      if (claims.length === REMEMBERED) break;
    }
    return claims;
  }

  /** Records a claim; it is on disk when this returns, before anything is sent on it. */
  add(store: string, claim: OwnClaim): void {
    // The line feed comes first, so that a line which was cut off does not spoil the next one.
    const line = Buffer.from(`\n${JSON.stringify({ store, ...claim })}`);
    const lines = this.#lines();
    if (lines.length >= MOST_LINES) {
      const kept = Buffer.from(lines.slice(-REMEMBERED).join('\n'));
      this.#files.replace(this.#path, Buffer.concat([kept, line]));
      return;
    }
    this.#files.makeDirectory(this.#stateDir);
    if (lines.length > 0 || !this.#files.create(this.#path, line)) {
      this.#files.append(this.#path, line);
    }
  }

  /** Called when a person has declared that the store lacks nothing. */
  forget(): void {
    this.#files.remove(this.#path);
  }

  #lines(): string[] {
    const bytes = this.#files.read(this.#path);
    return bytes ? Buffer.from(bytes).toString().split('\n').filter(Boolean) : [];
  }
}

/** undefined for a line that was cut off when its writer died: nothing was sent on its claim. */
function parseClaim(line: string): { store: string; claim: OwnClaim } | undefined {
  const { store, key, seq, attempt, month, server, declaration } =
    parseRecord(Buffer.from(line)) ?? {};
  if (typeof store !== 'string' || typeof key !== 'string' || typeof seq !== 'number') return;
  if (typeof attempt !== 'string' || typeof server !== 'string') return undefined;
  if (typeof declaration !== 'string') return undefined;
  const claim: OwnClaim = { key, seq, attempt, server, declaration };
  if (typeof month === 'string' && MONTH.test(month)) claim.month = month;
  return { store, claim };
}
