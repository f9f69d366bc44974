import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeConnection } from '../../src/messages/store-connection.js';
import { prepared } from '../faults/command/charges.js';
import { isTerminated } from '../fixtures/machine.js';
import { describeWith } from '../fixtures/needs.js';
import { silentServer } from '../fixtures/servers.js';
import { Fleet } from './fleet.js';
import type { Trap } from './proxy.js';

/** Every command that asks the shared store, and so can be stopped while that is silent. */
const COMMANDS = [
  'store status',
  'store init',
  'store import',
  'store export',
  'store accept-failover',
  'journal list',
  'journal show NOWHERE',
  'journal verify',
  'journal recover',
  'find --amount 1 --from today',
  'investigate NOWHERE',
  'listen list',
  'batch status NOWHERE',
  'batch results NOWHERE',
  'doctor',
] as const;

/** How a server falls silent: at once, or once it has greeted. Tells when it was asked in vain. */
const SILENCES = {
  'is silent from the first byte': (asked: () => void): Trap => {
    return ({ direction }) => {
      if (direction === 'to-server') asked();
      return 'swallow';
    };
  },
  'answers nothing but the greeting': (asked: () => void): Trap => {
    const greeted = new Set<number>();
    return ({ direction, type, connection }) => {
      if (direction !== 'to-server' || type !== 'Q') return 'pass';
      if (!greeted.has(connection)) {
        greeted.add(connection);
        return 'pass';
      }
      asked();
      return 'swallow';
    };
  },
};

describeWith('postgres', 'a signal, while the shared store', () => {
  let fleet: Fleet;
  beforeAll(async () => {
    fleet = await Fleet.open();
  });
  afterAll(() => fleet?.close());

  it.each(Object.entries(SILENCES))(
    '%s, ends every command',
    async (_, silence) => {
      const machine = fleet.machine('m');
      const charge = await prepared(fleet.bank, 'ewallet.pay');
      // A command that went on would wait for the bank.
      const { url } = await silentServer();
      const wrong: string[] = [];
      for (const args of [...COMMANDS.map((line) => line.split(' ')), charge.args]) {
        const asked = new Promise<void>((done) => fleet.proxy.watch(silence(done)));
        const running = machine.start(args, { PAYCTL_BASE_URL: url });
        await Promise.race([asked, running.finished]);
        const end = await running.end();
        const { code, stdout, stderr } = end;
        // Not by a limit of its own, after which it says that the server gave no answer.
        const isCut = (stdout + stderr).includes(String(storeConnection.ended));
        if (!isTerminated(end) || !isCut) wrong.push(`${args.join(' ')}: ${code}: ${stderr}`);
        fleet.proxy.watch();
      }
      expect(wrong).toEqual([]);
      expect(fleet.arrivals).toEqual([]);
    },
    600_000,
  );
});
