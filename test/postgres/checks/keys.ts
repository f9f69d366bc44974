import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SANDBOX_PROFILE } from '../../../src/sandbox/seed/profile.js';
import type { Fleet } from '../fleet.js';

const ROWS = Array.from({ length: 60 }, (_, row) => {
  const reference = `${SANDBOX_PROFILE.billerId}KEY${String(row).padStart(6, '0')}`;
  return `OPAQUE,10.00,ORDER${row},${reference}\n`;
});

/** The key is exchanged in the middle of a batch on a machine that has the old one alone. */
export async function oldKeyAlone(fleet: Fleet): Promise<string[]> {
  const [owner, late] = [fleet.machine('owner'), fleet.machine('late')];
  const key = (await owner.payctl('store key')).stdout.trim();
  const path = join(late.home, 'rows.csv');
  const header = 'qrData,transactionAmount,reference1,partnerTransactionId\n';
  writeFileSync(path, header + ROWS.join(''));
  const running = late.start(`batch cpm.pay ${path} --yes --rate 20`);
  while (fleet.arrivals.length < 8) await wait(10);
  const rotated = await owner.payctl('store rotate-key --force', { PAYCTL_STORE_KEY_NEW: key });
  const stopped = await running.finished;
  const [row] = await fleet.server.sql(
    `SELECT count(*)::integer AS count FROM payctl.original
     WHERE encode(substring(sealed FROM 1 FOR 8), 'hex') <> (SELECT id FROM payctl.key WHERE current)`,
    fleet.database,
  );
  return [
    ...(rotated.code === 0 ? [] : [`rotate-key ended with ${rotated.code}: ${rotated.stderr}`]),
    ...(stopped.code === 11 ? [] : [`the batch went on with the old key: ${stopped.code}`]),
    ...(Number(row?.count) === 0 ? [] : [`${row?.count} values that nobody opens`]),
  ];
}
