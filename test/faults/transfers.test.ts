import { describe, expect, it } from 'vitest';
import { newPartner, type Partner } from '../fixtures/command.js';
import type { FileStep } from '../fixtures/fake-files.js';

const TO = '--payee-account-no 2220000001 --payee-bank-code 999 --amount 11';
const words = (verb: string, reference: string) =>
  `transfer credit ${verb} ${TO} --partner-transaction-id ${reference}`;

/** Switched off before or after the writing step of this number; false where the run did not come that far. */
async function cutAt(
  { files, payctl }: Partner,
  command: string,
  when: 'before' | 'after',
  step: number,
): Promise<boolean> {
  let steps = 0;
  let isOff = false;
  const cut = (name: FileStep) => {
    if (!isOff && (name === 'read' || name === 'list' || steps++ < step)) return;
    isOff = true;
    throw new Error('switched off');
  };
  files[when] = cut;
  if (when === 'after') {
    files.before = () => {
      if (isOff) throw new Error('switched off');
    };
  }
  await payctl(command);
  files.before = () => undefined;
  files.after = () => undefined;
  return isOff;
}

/** Confirmations of the transfers that the bank has under a reference. */
function confirmed({ bank }: Partner, reference: string): number {
  const sql =
    "SELECT 1 AS one FROM transfer WHERE partner_id = ? AND state <> 'INITIATE_COMPLETED'";
  return bank.look(({ store }) => store.all(sql, reference)).length;
}

describe('a transfer whose machine is switched off', () => {
  it.each(['before', 'after'] as const)('%s any write moves once', async (when) => {
    const partner = await newPartner();
    const other = { env: { PAYCTL_BASE_URL: partner.url.replace('127.0.0.1', 'localhost') } };
    for (let step = 0; ; step++) {
      const reference = `CUT${step}`;
      const wasCut = await cutAt(partner, words('send', reference), when, step);
      if (!wasCut) break;
      const moved = confirmed(partner, reference);
      const again = await partner.payctl(`${words('send', reference)} --wait 0`);
      const ended = [step, again.code, confirmed(partner, reference)];
      // What was about to be confirmed is asked about and never confirmed again.
      expect([[step, 0, 1], ...(moved === 0 ? [[step, 10, 0]] : [])]).toContainEqual(ended);
      const told = await partner.payctl(words('initiate', reference), other);
      if (again.code === 0) expect(told.data.tokenizerId).toBe(again.data.tokenizerId);
    }
    expect((await partner.payctl('journal verify')).code).toBe(0);
  });
});
