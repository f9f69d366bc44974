import { join } from 'node:path';
import { PayctlError } from '../../core/errors.js';
import { type JsonObject, textOf } from '../../core/json.js';
import type { Files } from '../../host/host.js';
import { damage } from '../../messages/damage.js';
import { readChain, seal } from '../chain.js';
import type { LockHost } from '../lock.js';
import { statePath } from '../paths.js';
import type { ClaimPermission } from '../permission.js';
import type { Slips, Store, TransferRecord, Transfers } from '../store.js';
import type { ClaimPlaces } from './claim-index.js';
import { FileClaims } from './claims.js';
import { OutcomeLog } from './outcome-log.js';

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
  const ends = new OutcomeLog(files, places.log);
  const claims = new FileClaims(files, places.claims, places.links, ends);
  return {
    claims,
    ends,
    index: {
      // Loaded where it is asked for: a charge does not.
      async open(options) {
        const { FileClaimIndex } = await import('./claim-index.js');
        return new FileClaimIndex(files, claims, places, machine).open(options);
      },
    },
    transfers: new FileTransfers(files, statePath(stateDir, 'transfers')),
    slips: new FileSlips(files, statePath(stateDir, 'slips')),
  };
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

  async accept(
    slip: string,
    moment: string,
    attempt: string,
    permission: ClaimPermission,
  ): Promise<string | undefined> {
    permission.check();
    const before = await this.firstSeen(slip, moment, attempt);
    if (before !== undefined) return before;
    try {
      permission.check();
    } catch (error) {
      this.#files.remove(join(this.#directory, slip));
      throw error;
    }
    return undefined;
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

/**
 * A file for each initiated transfer, sealed by the sum of its line, which names its claim too.
 */
class FileTransfers implements Transfers {
  readonly #files: Files;
  readonly #directory: string;

  constructor(files: Files, directory: string) {
    this.#files = files;
    this.#directory = directory;
  }

  async read(key: string): Promise<TransferRecord | undefined> {
    const bytes = this.#files.read(this.placeOf(key));
    if (bytes === undefined) return undefined;
    const record = transferOf(bytes, key);
    if (record !== undefined) return record;
    throw new PayctlError('CONFIG', damage.transferDamaged(this.placeOf(key)), {
      hint: damage.restoreOrAsk,
      executed: 'no',
    });
  }

  async keep(key: string, { reference, contents, tokenizerId, at }: TransferRecord) {
    const record = { reference, contents, tokenizerId, at };
    this.#files.makeDirectory(this.#directory);
    const { text } = seal({ ...record, key });
    if (this.#files.create(this.placeOf(key), Buffer.from(text))) return record;
    return (await this.read(key)) ?? record;
  }

  async list(): Promise<Map<string, TransferRecord | undefined>> {
    const records = new Map<string, TransferRecord | undefined>();
    for (const name of this.#files.list(this.#directory)) {
      const [, key] = /^([0-9a-f]{32})\.json$/.exec(name) ?? [];
      const bytes = key && this.#files.read(this.placeOf(key));
      if (key && bytes) records.set(key, transferOf(bytes, key));
    }
    return records;
  }

  async remove(key: string): Promise<void> {
    this.#files.remove(this.placeOf(key));
  }

  placeOf(key: string): string {
    return `${this.#directory}/${key}.json`;
  }
}

const TRANSFER_FIELDS = ['reference', 'contents', 'tokenizerId', 'at'];

/** undefined where a field is missing. */
export function transferIn(content: JsonObject): TransferRecord | undefined {
  const [reference, contents, tokenizerId, at] = TRANSFER_FIELDS.map((name) =>
    textOf(content[name]),
  );
  if (!reference || !contents || !tokenizerId || !at || Number.isNaN(Date.parse(at))) {
    return undefined;
  }
  return { reference, contents, tokenizerId, at };
}

function transferOf(bytes: Uint8Array, key: string): TransferRecord | undefined {
  const { links, torn, broken } = readChain(bytes);
  const [sealed] = links;
  if (sealed === undefined || torn || broken || textOf(sealed.content.key) !== key)
    return undefined;
  return transferIn(sealed.content);
}
