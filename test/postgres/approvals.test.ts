import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Charge, effectsOf, moneyOperations, prepared } from '../faults/command/charges.js';
import { describeWith } from '../fixtures/needs.js';
import { FULL } from '../fixtures/sizes.js';
import { Fleet } from './fleet.js';
import type { FleetMachine } from './machine.js';
import type { Fate, Passing } from './proxy.js';

/** How many releases are killed, each at another message to the server of the store. */
const KILLS = FULL ? 200 : 5;
/** How many are released by several machines at the same time, and refused meanwhile, or expire. */
const RACES = FULL ? 200 : 3;
const LONGEST_MS = FULL ? 1_800_000 : 180_000;

let fleet: Fleet;
let clerk: FleetMachine;
let lead: FleetMachine;
let other: FleetMachine;
beforeAll(async () => {
  fleet = await Fleet.open({ isQuick: true });
  clerk = fleet.machine('clerk');
  lead = fleet.machine('lead');
  other = fleet.machine('other');
});
afterAll(() => fleet?.close());

async function ok(machine: FleetMachine, args: readonly string[]) {
  const { code, stdout, stderr } = await machine.payctl(args);
  expect(code, `${args.join(' ')}\n${stdout}${stderr}`).toBe(0);
  return JSON.parse(stdout || 'null');
}

async function propose(operation: string, ...more: string[]): Promise<Charge & { id: string }> {
  const charge = await prepared(fleet.bank, operation);
  const made = await ok(clerk, [...charge.args, '--propose', '--note', 'as agreed', ...more]);
  return { ...charge, id: made.proposal };
}

/** With how the charge stands, where it was sent. */
async function stateOf(id: string): Promise<string> {
  const { state, outcome } = await ok(clerk, ['approvals', 'show', id]);
  return state === 'released' && outcome ? `released ${outcome.class}` : state;
}

const operations = moneyOperations(Date.now());
const operationOf = (turn: number) => operations[turn % operations.length] ?? 'ewallet.pay';

/**
 * What is left of a release is ended by recovery, on another machine, once its holder is silent for long
 * enough. Of this charge alone: others stay unknown for good, and would be asked about in every round.
 */
async function recovered({ id, reference }: Charge & { id: string }): Promise<string> {
  for (let round = 0; round < 4; round++) {
    const state = await stateOf(id);
    if (!state.startsWith('released')) return state;
    await fleet.passes(11);
    await other.payctl(['journal', 'recover', '--ref', reference, '--wait', '0']);
  }
  return stateOf(id);
}

describeWith('postgres', 'a proposal over a shared store', () => {
  vi.setConfig({ testTimeout: LONGEST_MS });

  it('is released on another machine, and its charge names both persons', async () => {
    const charge = await propose('ewallet.refund');
    const own = await clerk.payctl(['approvals', 'release', charge.id]);
    expect(own.code, own.stderr).toBe(5);
    expect(effectsOf(fleet.bank, charge)).toBe(0);
    const done = await ok(lead, ['approvals', 'release', charge.id]);
    expect(done).toMatchObject({
      ...{ state: 'done', proposer: { host: 'clerk' }, releasedBy: { host: 'lead' } },
      outcome: { class: 'SUCCESS' },
    });
    const [{ lines }] = await ok(other, ['journal', 'show', charge.reference]);
    expect(lines[0].proposal).toMatchObject({
      ...{ id: charge.id, proposedBy: { host: 'clerk' }, releasedBy: { host: 'lead' } },
    });
    expect(effectsOf(fleet.bank, charge)).toBe(1);
    const rows = await fleet.server.sql(
      `SELECT string_agg(line, '') AS all FROM payctl.desk_event`,
      fleet.database,
    );
    expect(JSON.stringify(rows)).not.toMatch(/as agreed|totalFee/);
  });

  it('is sent once where several release it, and never where a refusal was first', async () => {
    for (let turn = 0; turn < RACES; turn++) {
      const charge = await propose(operationOf(turn));
      const asked = [lead, other, lead].map((machine, index) =>
        machine.payctl(
          index === turn % 3
            ? ['approvals', 'refuse', charge.id, '--note', 'no']
            : ['approvals', 'release', charge.id],
        ),
      );
      const ended = await Promise.all(asked);
      const state = await recovered(charge);
      const codes = ended.map((one) => one.code);
      expect(['refused', 'done'], ended.map((one) => one.stderr).join('')).toContain(state);
      expect(codes[turn % 3] === 0).toBe(state === 'refused');
      expect(effectsOf(fleet.bank, charge)).toBe(state === 'refused' ? 0 : 1);
    }
  });

  it('that expires while two machines release it is sent once or never, and never afterwards', async () => {
    const sound = await propose('ewallet.refund');
    fleet.proxy.watch();
    await ok(lead, ['approvals', 'release', sound.id]);
    const messages = 2 * fleet.proxy.messages;
    const states = new Set<string>();
    for (let turn = 0; turn < RACES; turn++) {
      const charge = await propose(operationOf(turn), '--expires', '5m');
      const release = ['approvals', 'release', charge.id];
      // The first is too late, and the last in time, however slow the machine.
      const isLast = turn === RACES - 1;
      const at = isLast ? Infinity : 1 + Math.floor(messages * ((turn * 0.618) % 1));
      if (turn === 0) await fleet.passes(6);
      fleet.proxy.watch(async ({ number }: Passing): Promise<Fate> => {
        if (number === at) await fleet.passes(6);
        return 'pass';
      });
      const ended = await Promise.all([lead, other].map((machine) => machine.payctl(release)));
      fleet.proxy.watch();
      const sent = effectsOf(fleet.bank, charge);
      // Both may have ended before that message.
      await fleet.passes(6);
      const again = await lead.payctl(release);
      const state = await recovered(charge);
      const about = [...ended, again].map(({ stderr }) => stderr).join('');
      expect(['expired', 'done', 'released OUTCOME_UNKNOWN'], about).toContain(state);
      expect(effectsOf(fleet.bank, charge), about).toBe(sent);
      if (state !== 'released OUTCOME_UNKNOWN') expect(sent, about).toBe(state === 'done' ? 1 : 0);
      expect(sent, about).toBeLessThanOrEqual(1);
      states.add(state);
    }
    expect([...states].sort()).toEqual(expect.arrayContaining(['done', 'expired']));
  });

  it('of which a release is killed is sent once in the end, or was not released', async () => {
    const sound = await propose('ewallet.refund');
    fleet.proxy.watch();
    await ok(lead, ['approvals', 'release', sound.id]);
    const messages = fleet.proxy.messages;
    const states = new Map<string, number>();
    for (let turn = 0; turn < KILLS; turn++) {
      const charge = await propose(operationOf(turn));
      const at = FULL ? 1 + (turn % messages) : 1 + Math.floor(messages * ((turn * 0.618) % 1));
      fleet.proxy.watch(async (message: Passing): Promise<Fate> => {
        if (message.number !== at) return 'pass';
        run.child.kill('SIGKILL');
        await run.finished;
        return 'pass';
      });
      const run = lead.start(['approvals', 'release', charge.id]);
      await run.finished;
      fleet.proxy.watch();
      const [before, effects] = [await stateOf(charge.id), effectsOf(fleet.bank, charge)];
      if (before === 'open') expect(effects).toBe(0);
      const after = await recovered(charge);
      // Of some operations no inquiry can tell whether they were sent: a person settles those.
      const ends = before === 'open' ? ['open'] : ['done', 'released OUTCOME_UNKNOWN'];
      expect(ends, `${charge.args.join(' ')} killed at message ${at}`).toContain(after);
      if (after === 'done') expect(effectsOf(fleet.bank, charge)).toBe(1);
      expect(effectsOf(fleet.bank, charge)).toBeLessThanOrEqual(before === 'open' ? 0 : 1);
      states.set(before, (states.get(before) ?? 0) + 1);
    }
    expect(states.size).toBeGreaterThan(1);
  });
});
