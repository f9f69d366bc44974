import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { effectsOf, prepared } from '../../faults/command/charges.js';
import type { Fleet } from '../fleet.js';

/** What commands say while nobody can reach the store, and that the charge goes out once it is back. */
export async function awayForAll(fleet: Fleet): Promise<string[]> {
  const shop = fleet.machine('shop');
  await shop.payctl('token');
  const charge = await prepared(fleet.bank, 'ewallet.pay');
  const before = fleet.arrivals.length;
  fleet.proxy.watch(() => 'cut');
  const figures = join(shop.home, 'payctl.prom');
  const exits = [
    { args: [...charge.args, '-o', 'json'], wanted: 9, says: '"executed":"no","safeToRetry":true' },
    { args: ['ewallet', 'inquire', '--tran-type', 'W', '--out-trade-no', 'SBXNEVER'], wanted: 6 },
    { args: ['token', '--raw'], wanted: 0, says: 'warning' },
    { args: ['journal', 'list'], wanted: 9 },
    { args: ['listen', 'list'], wanted: 9 },
    { args: ['store', 'status', '--metrics', figures], wanted: 9, says: 'cannot be counted' },
  ];
  const complaints = await Promise.all(
    exits.map(async ({ args, wanted, says = 'store' }) => {
      const { code, stderr } = await shop.payctl(args);
      const isRight = code === wanted && stderr.includes(says);
      return isRight ? [] : [`${args.join(' ')} ended with ${code}: ${stderr}`];
    }),
  );
  if (fleet.arrivals.length > before) complaints.push(['money left']);
  const counted = readFileSync(figures, 'utf8');
  const isUnknown =
    /^payctl_journal_damaged 1$/m.test(counted) && !/^payctl_charges_open /m.test(counted);
  if (!isUnknown) complaints.push([`counted: ${counted}`]);
  fleet.proxy.watch();
  const paid = await shop.payctl(charge.args);
  if (paid.code !== 0 || effectsOf(fleet.bank, charge) !== 1)
    complaints.push([`once it is back: ${paid.code}, ${paid.stderr}`]);
  return complaints.flat();
}
