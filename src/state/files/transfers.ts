import { PayctlError } from '../../core/errors.js';
import type { Files } from '../../host/host.js';
import { damage } from '../../messages/damage.js';
import type { TransferRecord, Transfers } from '../store.js';
import { readTransfer, sealTransfer } from '../transfer-line.js';

/** A file for each initiated transfer. */
export function fileTransfers(files: Files, directory: string): Transfers {
  const transfers: Transfers = {
    async read(key) {
      const bytes = files.read(transfers.locate(key));
      if (bytes === undefined) return undefined;
      const record = readTransfer(bytes, key);
      if (record !== undefined) return record;
      throw new PayctlError('CONFIG', damage.transferDamaged(transfers.locate(key)), {
        hint: damage.restoreOrAsk,
        executed: 'no',
      });
    },
    async keep(key, record) {
      files.makeDirectory(directory);
      const text = sealTransfer(key, record);
      if (files.create(transfers.locate(key), Buffer.from(text))) return record;
      return (await transfers.read(key)) ?? record;
    },
    async list() {
      const records = new Map<string, TransferRecord | undefined>();
      for (const name of files.list(directory)) {
        const [, key] = /^([0-9a-f]{32})\.json$/.exec(name) ?? [];
        const bytes = key && files.read(transfers.locate(key));
        if (key && bytes) records.set(key, readTransfer(bytes, key));
      }
      return records;
    },
    remove: async (key) => files.remove(transfers.locate(key)),
    locate: (key) => `${directory}/${key}.json`,
  };
  return transfers;
}
