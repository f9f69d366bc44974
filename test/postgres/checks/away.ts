import { prepared } from '../../faults/command/charges.js';
import type { Fleet } from '../fleet.js';

/** What commands say while nobody can reach the store. */
export async function awayForAll(fleet: Fleet): Promise<string[]> {
  const shop = fleet.machine('shop');
  await shop.payctl('token');
  const charge = await prepared(fleet.bank, 'ewallet.pay');
  const before = fleet.arrivals.length;
  fleet.proxy.watch(() => 'cut');
  const exits = [
    { args: [...charge.args, '-o', 'json'], wanted: 9, says: '"executed":"no","safeToRetry":true' },
    { args: ['ewallet', 'inquire', '--tran-type', 'W', '--out-trade-no', 'SBXNEVER'], wanted: 6 },
    ...['journal list', 'listen list', 'store status'].map((command) => ({
      args: command.split(' '),
      wanted: 9,
    })),
  ];
  const complaints = await Promise.all(
    exits.map(async ({ args, wanted, says = 'store' }) => {
      const { code, stderr } = await shop.payctl(args);
      const isRight = code === wanted && stderr.includes(says);
      return isRight ? [] : [`${args.join(' ')} ended with ${code}: ${stderr}`];
    }),
  );
  if (fleet.arrivals.length > before) complaints.push(['money left']);
  return complaints.flat();
}
