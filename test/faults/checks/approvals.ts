import type { Proposal } from '../../../src/approvals/proposal.js';
import type { Approvals } from '../../../src/approvals/state.js';
import { fakeHost } from '../../fixtures/fake-host.js';
import { fileDesk } from '../../fixtures/file-stores.js';
import type { Checks, Parts } from '../parts.js';
import { callerOf, journalOn } from './bench.js';

const CLERK = { user: 'clerk', host: 'desk' };
const LEAD = { user: 'lead', host: 'desk' };
const INPUT = { outTradeNo: 'REF1', totalFee: '1.00', companyId: '001', tranType: 'W' };
const HOUR = 3_600_000;

/** A proposal of the charge that the bench makes. */
async function proposed(parts: Parts) {
  const bench = journalOn(parts, fakeHost(), 'dead');
  const { clock, random } = bench.host;
  const { desk, tamper } = await fileDesk();
  const approvals: Approvals = {
    desk,
    journal: bench.journal,
    random,
    stopping: new AbortController().signal,
    now: async () => clock.now(),
  };
  const proposal = await parts.propose(approvals, {
    operation: await parts.loadOperation('ewallet.pay'),
    input: INPUT,
    call: {},
    ...{ profile: 'test', baseUrl: 'https://bank.example', environment: 'test', amount: '1.00' },
    principal: 'shop',
    ...{ by: CLERK, reason: 'as agreed', lastsMs: HOUR },
  });
  return { bench, tamper, approvals, proposal };
}

/** Whether it is refused with one of these. */
async function isRefused(work: Promise<unknown>, classes: readonly string[]): Promise<boolean> {
  try {
    await work;
    return false;
  } catch (error) {
    return (
      error instanceof Error && 'exitClass' in error && classes.includes(String(error.exitClass))
    );
  }
}

const isRejected = (parts: Parts, approvals: Approvals, { id }: Proposal, by = LEAD) =>
  isRefused(parts.releasable(approvals, id, by), ['REJECTED']);

export const APPROVALS = {
  async 'nobody releases an own proposal'(parts) {
    const { approvals, proposal } = await proposed(parts);
    const asRoot = { ...CLERK, sudoUser: 'lead' };
    const sound = await parts.releasable(approvals, proposal.id, LEAD);
    return (
      sound.state === 'open' &&
      (await isRejected(parts, approvals, proposal, CLERK)) &&
      (await isRejected(parts, approvals, proposal, asRoot))
    );
  },
  async 'what was refused, has expired or was changed is not released'(parts) {
    const refused = await proposed(parts);
    await parts.refuse(refused.approvals, refused.proposal.id, { by: LEAD, note: 'no' });
    if (!(await isRejected(parts, refused.approvals, refused.proposal))) return false;
    const expired = await proposed(parts);
    await expired.bench.host.clock.sleep(HOUR);
    if (!(await isRejected(parts, expired.approvals, expired.proposal))) return false;
    const changed = await proposed(parts);
    await changed.tamper(`UPDATE event SET details = replace(details, '"1.00"', '"9.00"')`);
    return isRejected(parts, changed.approvals, changed.proposal);
  },
  async 'what was charged without its proposal is not released'(parts) {
    const { bench, approvals, proposal } = await proposed(parts);
    await bench.pay(callerOf(() => 'SUCCESS'));
    return isRefused(parts.releasable(approvals, proposal.id, LEAD), ['CONFLICT']);
  },
} satisfies Checks;
