import { prepared } from '../../faults/command/charges.js';
import type { Fleet } from '../fleet.js';
import type { Fate } from '../proxy.js';

/** Somebody adds a line to a charge between the reading of its lines and their removal. */
export async function retiredMeanwhile(fleet: Fleet): Promise<string[]> {
  const machine = fleet.machine('shop');
  const charge = await prepared(fleet.bank, 'ewallet.pay');
  await machine.payctl(charge.args);
  let isAdded = false;
  fleet.proxy.watch(async ({ bytes }): Promise<Fate> => {
    if (isAdded || !bytes.includes('delete_lines')) return 'pass';
    isAdded = true;
    await fleet.server.sql(
      `WITH claimed AS (UPDATE payctl.claim SET seq = seq + 1 RETURNING key, seq, part, server)
      INSERT INTO payctl.entry (key, seq, part, attempt, line, server)
      SELECT key, seq, part, 'another', 'added', server FROM claimed`,
      fleet.database,
    );
    return 'pass';
  });
  const retained = await machine.payctl('store retain --keep 0s --yes');
  fleet.proxy.watch();
  const left = await fleet.server.sql(
    "SELECT FROM payctl.entry WHERE line = 'added'",
    fleet.database,
  );
  return [
    ...(retained.code === 0 ? [] : [`it ended with ${retained.code}: ${retained.stderr}`]),
    ...(isAdded ? [] : ['no line was added']),
    ...(left.length === 1 ? [] : ['a line that was added meanwhile is gone']),
  ];
}
