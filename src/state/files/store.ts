import { join } from 'node:path';
import type { Files } from '../../host/host.js';
import type { LockHost } from '../lock.js';
import { statePath } from '../paths.js';
import type { ClaimIndex, ClaimView, Slips, Store } from '../store.js';
import { FileClaims } from './claims.js';
import { FileEnds } from './ends.js';
import type { ClaimPlaces } from './index/claim-index.js';
import { FileTransfers } from './transfers.js';

/**
 * The store of one state directory. Touches nothing before its first use. Without a machine its index
 * is never written.
 */
export function openFileStore(files: Files, stateDir: string, machine?: LockHost): Store {
  const places: ClaimPlaces = {
    claims: statePath(stateDir, 'journal'),
    links: statePath(stateDir, 'claims'),
    log: join(statePath(stateDir, 'journal'), 'index.jsonl'),
    index: join(statePath(stateDir, 'index'), 'journal'),
  };
  const ends = new FileEnds(files, places.log);
  return {
    claims: new FileClaims(files, places.claims, places.links, ends),
    ends,
    index: new LateIndex(files, places, machine),
    transfers: new FileTransfers(files, statePath(stateDir, 'transfers')),
    slips: new FileSlips(files, statePath(stateDir, 'slips')),
  };
}

/** Loaded where it is asked for: a charge does not. */
class LateIndex implements ClaimIndex {
  readonly #of: [Files, ClaimPlaces, LockHost | undefined];

  constructor(...of: [Files, ClaimPlaces, LockHost | undefined]) {
    this.#of = of;
  }

  async open(options?: { exact?: boolean }): Promise<ClaimView> {
    const { FileClaimIndex } = await import('./index/claim-index.js');
    return new FileClaimIndex(...this.#of).open(options);
  }
}

/** A file for each slip, so that processes need no lock. */
class FileSlips implements Slips {
  readonly #files: Files;
  readonly #directory: string;

  constructor(files: Files, directory: string) {
    this.#files = files;
    this.#directory = directory;
  }

  async firstSeen(slip: string, moment: string, attempt = ''): Promise<string | undefined> {
    const path = join(this.#directory, slip);
    this.#files.makeDirectory(this.#directory);
    const lines = [moment, ...(attempt === '' ? [] : [attempt]), ''].join('\n');
    if (this.#files.create(path, new TextEncoder().encode(lines))) return undefined;
    const [first, by = ''] = this.#linesOf(slip);
    return attempt !== '' && by === attempt ? undefined : first;
  }

  accept(slip: string, moment: string, attempt: string): Promise<string | undefined> {
    return this.firstSeen(slip, moment, attempt);
  }

  async seen(slip: string): Promise<string | undefined> {
    return this.#linesOf(slip)[0] || undefined;
  }

  async list(): Promise<Map<string, string>> {
    const slips = this.#files.list(this.#directory);
    return new Map(slips.map((slip) => [slip, this.#linesOf(slip)[0] ?? '']));
  }

  /** When it was seen, and by which attempt. */
  #linesOf(slip: string): string[] {
    return new TextDecoder().decode(this.#files.read(join(this.#directory, slip))).split('\n');
  }
}
