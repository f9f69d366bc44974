import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nodeHost } from '../../src/host/node.js';
import { parseStoreAddress } from '../../src/state/postgres/address.js';
import { Database } from '../../src/state/postgres/database.js';
import { replica } from '../../src/state/postgres/failure.js';
import { raw } from '../../src/state/postgres/sql.js';
import { freePort } from '../fixtures/free-port.js';
import { describeWith } from '../fixtures/needs.js';
import { PASSWORD } from './address.js';
import { Fleet } from './fleet.js';
import { Pair } from './pair.js';

/** The address of several servers on this machine. */
const addressOf = (ports: readonly number[], database: string) =>
  `postgres://postgres@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${database}?sslmode=disable`;

describeWith('postgres', 'an address with several hosts', () => {
  let pair: Pair;
  beforeAll(async () => {
    pair = await Pair.open('asynchronous');
  });
  afterAll(() => pair?.close());

  const machineAt = (ports: readonly number[]) =>
    pair.fleet.machine('m', { PAYCTL_STORE: addressOf(ports, pair.fleet.database) });

  it('leads to the server that can be written to, past the standby and past nobody', async () => {
    const { server } = pair.fleet;
    const machine = machineAt([await freePort(), pair.standby.port, server.port]);
    const { code, stdout, stderr } = await machine.payctl('store status -o json');
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ host: `127.0.0.1:${server.port}` });
  });

  it('names each with its reason where none can be used', async () => {
    const nobody = await freePort();
    const { code, stderr } = await machineAt([nobody, pair.standby.port]).payctl('journal list');
    expect(code).toBe(9);
    expect(stderr).toContain(`127.0.0.1:${nobody}: connect ECONNREFUSED`);
    expect(stderr).toContain(`127.0.0.1:${pair.standby.port}: the shared store is a replica`);
    expect(stderr).not.toContain(PASSWORD);
  });

  it('goes on at the other server in the same run', async () => {
    const ports = [pair.fleet.server.port, pair.standby.port];
    const address = parseStoreAddress(addressOf(ports, pair.fleet.database));
    const database = new Database(nodeHost(), {
      access: async () => ({ address, passwordFor: () => PASSWORD, ca: undefined }),
      greeting: () => raw('SELECT pg_is_in_recovery() AS reader'),
      greeted: async ([row]) => {
        if (row?.reader === true) throw replica();
      },
    });
    const where = async () => {
      await database.query(raw('SELECT 1'), { limitMs: 50_000, patienceMs: 50_000 });
      return database.at?.port;
    };
    expect(await where()).toBe(ports[0]);
    const failedOver = pair.failOver();
    const [then] = await Promise.all([where(), failedOver]);
    expect([ports[0], ports[1]]).toContain(then);
    expect(await where()).toBe(ports[1]);
    database.close();
  });
});

describeWith('postgres', 'store status', () => {
  it('tells what waits on this machine while the store is away', async () => {
    const fleet = await Fleet.open();
    const machine = fleet.machine('m');
    const spool = join(machine.state, 'spool');
    mkdirSync(spool, { recursive: true, mode: 0o700 });
    writeFileSync(join(spool, 'one.sealed'), '', { mode: 0o600 });
    fleet.proxy.watch(() => 'cut');
    const { code, stdout, stderr } = await machine.payctl('store status -o json');
    expect(code, stderr).toBe(9);
    expect(JSON.parse(stdout)).toMatchObject({ waitingHere: '1' });
    await fleet.close();
  });
});
