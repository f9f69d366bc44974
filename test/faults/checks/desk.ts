import type { Caller } from '../../../src/client/caller.js';
import type { PageAct, PageUser, ROLES } from '../../../src/console/person.js';
import { bareConsole } from '../../fixtures/bare-console.js';
import { fakeHost } from '../../fixtures/fake-host.js';
import type { Checks, Parts } from '../parts.js';
import { callerOf, journalOn, losing } from './bench.js';

const LOOKS: readonly PageAct[] = ['look', 'pay'];
const SERVES: readonly PageAct[] = ['operate', 'accept', 'note', 'export', 'recover'];

/** Which acts each role has. */
const MAY: readonly (readonly [keyof typeof ROLES, readonly PageAct[]])[] = [
  ['viewer', LOOKS],
  ['agent', [...LOOKS, ...SERVES]],
  ['refunder', [...LOOKS, ...SERVES, 'refund']],
  ['approver', [...LOOKS, 'release', 'settle']],
  ['unmask', ['unmask']],
  ['auditor', ['audit']],
];
const ACTS = [...new Set(MAY.flatMap(([, acts]) => acts))];

/** The acts whose pages somebody reaches. */
async function reachedBy(parts: Parts, person: PageUser, readOnly = false): Promise<PageAct[]> {
  const { setup } = bareConsole(person, { readOnly });
  const pages = new parts.Console(
    setup,
    ACTS.map((act) => ({
      ...{ method: 'GET', path: `/${act}`, act },
      answer: () => ({ text: 'reached', type: 'text/plain' }),
    })),
  );
  const reached: PageAct[] = [];
  for (const act of ACTS) {
    const asked = { method: 'GET', url: `http://127.0.0.1/${act}`, headers: {} };
    const { response } = await pages.handle(asked, '192.0.2.7');
    if (response.status === 200) reached.push(act);
  }
  return reached;
}

const isSame = (one: readonly PageAct[], other: readonly PageAct[]) =>
  [...one].sort().join() === [...other].sort().join();

const ANN: PageUser = { subject: 'id-of-ann', acts: new Set() };
const BEN: PageUser = { subject: 'id-of-ben', acts: new Set() };
const PAID = callerOf(() => 'SUCCESS');

/** Somebody who may refund 100 baht a day, and the journal that says what was refunded. */
function clerk(parts: Parts) {
  const machine = fakeHost();
  const operator = { ...machine.process.operator, subject: 'id-of-ann' };
  const bench = journalOn(parts, { ...machine, process: { ...machine.process, operator } });
  const limit = new parts.RefundLimit('100', (subject) =>
    parts.sumRefunds(bench.journal, { subject, operations: ['ewallet.pay'], since: 0 }),
  );
  let sent = 0;
  const send = (amount: string, caller: Caller = PAID) =>
    limit.within(ANN, amount, () => {
      sent += 1;
      return bench.pay(caller, { fields: { outTradeNo: `REF${sent}`, totalFee: amount } });
    });
  return { clock: machine.clock, limit, send, sent: () => sent };
}

export const DESK = {
  async 'a role does what it allows, and nothing else'(parts) {
    for (const [role, acts] of MAY) {
      const person = { ...ANN, acts: parts.actsOf([role]) };
      if (!isSame(await reachedBy(parts, person), acts)) return false;
    }
    return true;
  },
  async 'a console that only looks changes nothing'(parts) {
    const person = { ...ANN, acts: parts.actsOf(['refunder', 'approver']) };
    return isSame(await reachedBy(parts, person, true), [...LOOKS, 'operate', 'export']);
  },
  async 'nobody refunds more than the limit alone'(parts) {
    const one = clerk(parts);
    if ((await one.limit.isOver(ANN, '100.00')) || !(await one.limit.isOver(ANN, '100.01'))) {
      return false;
    }
    await one.send('60.00');
    one.clock.advance(1_000);
    // The rest of the day, by two at once, and of somebody else.
    await Promise.all([one.send('40.01'), one.send('30.00'), one.send('30.00')]);
    if (one.sent() !== 2 || (await one.limit.isOver(BEN, '100.00'))) return false;
    const unsure = clerk(parts);
    await unsure.send('60.00', losing('UNAVAILABLE'));
    await unsure.send('40.01');
    if (unsure.sent() !== 1) return false;
    const unlimited = new parts.RefundLimit(undefined, async () => 0n);
    const untold = new parts.RefundLimit('100', async () => undefined);
    return (await unlimited.isOver(ANN, '0.01')) && (await untold.isOver(ANN, '0.01'));
  },
} satisfies Checks;
