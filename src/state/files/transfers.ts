import { PayctlError } from '../../core/errors.js';
import type { Files } from '../../host/host.js';
import { damage } from '../../messages/damage.js';
import type { TransferRecord, Transfers } from '../store.js';
import { sealTransfer, transferIn } from '../transfer-line.js';

/** A file for each initiated transfer. */
export class FileTransfers implements Transfers {
  readonly #files: Files;
  readonly #directory: string;

  constructor(files: Files, directory: string) {
    this.#files = files;
    this.#directory = directory;
  }

  async read(key: string): Promise<TransferRecord | undefined> {
    const bytes = this.#files.read(this.locate(key));
    if (bytes === undefined) return undefined;
    const record = transferIn(bytes, key);
    if (record !== undefined) return record;
    throw new PayctlError('CONFIG', damage.transferDamaged(this.locate(key)), {
      hint: damage.restoreOrAsk,
      executed: 'no',
    });
  }

  async keep(key: string, record: TransferRecord): Promise<TransferRecord> {
    this.#files.makeDirectory(this.#directory);
    const text = sealTransfer(key, record);
    if (this.#files.create(this.locate(key), Buffer.from(text))) return record;
    return (await this.read(key)) ?? record;
  }

  async list(): Promise<Map<string, TransferRecord | undefined>> {
    const records = new Map<string, TransferRecord | undefined>();
    for (const name of this.#files.list(this.#directory)) {
      const [, key] = /^([0-9a-f]{32})\.json$/.exec(name) ?? [];
      const bytes = key && this.#files.read(this.locate(key));
      if (key && bytes) records.set(key, transferIn(bytes, key));
    }
    return records;
  }

  async remove(key: string): Promise<void> {
    this.#files.remove(this.locate(key));
  }

  locate(key: string): string {
    return `${this.#directory}/${key}.json`;
  }
}
