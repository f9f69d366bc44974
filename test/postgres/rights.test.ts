import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { VERSION } from '../../src/core/version.js';
import { FIRST_SCHEMA, SCHEMA_VERSION } from '../../src/state/postgres/schema/version.js';
import { type Charge, prepared } from '../faults/command/charges.js';
import { describeWith } from '../fixtures/needs.js';
import { PASSWORD } from './address.js';
import { Fleet } from './fleet.js';
import type { FleetMachine } from './machine.js';
import { schemaBefore } from './subjects.js';

let fleet: Fleet;
let shop: FleetMachine;
beforeAll(async () => {
  fleet = await Fleet.open({ own: true });
  shop = fleet.machine('shop');
});
afterAll(() => fleet?.close());

const sql = <T extends postgres.MaybeRow>(text: string) =>
  fleet.server.sql<T>(text, fleet.database);
const meta = (name: string, value: string) =>
  sql(`UPDATE payctl.meta SET value = '${value}' WHERE name = '${name}'`);

async function exits(commands: readonly string[], env = {}): Promise<(number | null)[]> {
  const finished = await Promise.all(commands.map((command) => shop.payctl(command, env)));
  return finished.map(({ code }) => code);
}

const charging = async () => (await prepared(fleet.bank, 'cpm.pay')).args.join(' ');
const READS = ['ewallet inquire --tran-type W --out-trade-no SBXNEVER', 'journal list'];

describeWith('postgres', 'the schema of a store', () => {
  it('may be one minor version ahead, and no more', async () => {
    await meta('schema', String(SCHEMA_VERSION + 1));
    expect(await exits([await charging(), ...READS])).toEqual([0, 6, 0]);
    await meta('schema', String(SCHEMA_VERSION + 2));
    const refused = await shop.payctl(await charging());
    expect(refused.code, refused.stderr).toBe(3);
    expect(await exits(READS)).toEqual([3, 3]);
    expect(await exits(['config list', 'explain 1000', 'store key', 'store init --print'])).toEqual(
      [0, 0, 0, 0],
    );
    await meta('schema', String(SCHEMA_VERSION));
  });

  it('is not upgraded from a version that was not released', async () => {
    await meta('schema', String(FIRST_SCHEMA - 1));
    const refused = await shop.payctl(await charging());
    expect(refused.code, refused.stderr).toBe(3);
    expect(refused.stderr).toContain('in a new database');
    expect(await exits(['store init', ...READS])).toEqual([3, 3, 3]);
    await meta('schema', String(SCHEMA_VERSION));
  });

  it('may be one minor version behind, and is upgraded without a stop', async () => {
    const database = await fleet.server.database();
    await fleet.server.sql(schemaBefore(), database);
    const env = { PAYCTL_STORE: fleet.server.url(database) };
    const till = fleet.machine('till', env);
    const expectCode = async (args: string, code: number) => {
      const { code: ended, stderr } = await till.payctl(args);
      expect(ended, stderr).toBe(code);
      return stderr;
    };
    const [key] = await sql<{ id: string; proof: string }>(
      `SELECT id, encode(proof, 'hex') AS proof FROM payctl.key`,
    );
    await fleet.server.sql(
      `INSERT INTO payctl.key VALUES ('${key?.id}', '\\x${key?.proof}', true)`,
      database,
    );
    await fleet.server.sql(
      `INSERT INTO payctl.declaration (kind, machine, server) VALUES ('asynchronous', 'old', '')`,
      database,
    );
    const declarations = [{ kind: 'asynchronous', machine: 'old', user: null }];
    const status = async () => JSON.parse((await till.payctl('store status -o json')).stdout);
    await expectCode(await charging(), 0);
    expect(await expectCode('store status', 0)).toBe('');
    expect(await status()).toMatchObject({ declarations });
    await expectCode('audit export --since -1h', 0);
    await expectCode('store init', 0);
    await expectCode(await charging(), 0);
    expect(await status()).toMatchObject({ declarations });
  });

  it('names the oldest program that may use it', async () => {
    await meta('program', '99.0.0');
    const refused = await shop.payctl(await charging());
    expect(refused.code, refused.stderr).toBe(3);
    expect(refused.stderr).toContain('99.0.0');
    await meta('program', VERSION);
    expect(await exits([await charging()])).toEqual([0]);
  });

  it('is missed where it is gone, and the command that makes it is named', async () => {
    await sql('ALTER SCHEMA payctl RENAME TO elsewhere');
    const refused = await shop.payctl(await charging());
    expect(refused.code, refused.stderr).toBe(3);
    expect(refused.stderr).toContain('payctl store init');
    await sql('ALTER SCHEMA elsewhere RENAME TO payctl');
  });

  it('opens with its key alone', async () => {
    const another = { PAYCTL_STORE_KEY: Buffer.alloc(32, 9).toString('base64') };
    for (const env of [another, { PAYCTL_STORE_KEY: '' }]) {
      expect(await exits([await charging(), ...READS], env)).toEqual([3, 3, 3]);
    }
  });
});

describeWith('postgres', 'a machine with the rights of an operator', () => {
  it('makes charges and recovers them, and can neither change nor delete what was written', async () => {
    const database = await fleet.server.database();
    const printed = await shop.payctl('store init --print');
    expect(printed.code, printed.stderr).toBe(0);
    await fleet.server.sql(printed.stdout, database);
    await fleet.server.sql(
      `CREATE ROLE till LOGIN PASSWORD '${PASSWORD}' IN ROLE payctl_operator`,
      database,
    );
    const owner = { PAYCTL_STORE: fleet.server.url(database) };
    const early = await shop.payctl('doctor -o json', owner);
    const findings: { check: string; fix?: string }[] = JSON.parse(early.stdout);
    expect(findings.find(({ check }) => check === 'store')?.fix).toBe('payctl store init');
    const init = await shop.payctl('store init --yes', owner);
    expect(init.code, init.stderr).toBe(0);
    const till = fleet.machine('till', { PAYCTL_STORE: fleet.server.url(database, 'till') });
    const charge = await prepared(fleet.bank, 'ewallet.pay');
    for (const args of [
      charge.args,
      charge.args,
      'journal recover',
      'journal verify',
      'listen list',
    ]) {
      const { code, stderr } = await till.payctl(args);
      expect(code, stderr).toBe(0);
    }
    const rows = await fleet.server.sql<{ server: string }>(
      'SELECT server FROM payctl.entry',
      database,
    );
    expect(rows[0]?.server).toMatch(/^\d+\/[0-9A-F]{8}\/\d+$/);
    for (const change of [
      "UPDATE payctl.entry SET line = ''",
      'DELETE FROM payctl.entry',
      'DELETE FROM payctl.claim',
      'TRUNCATE payctl.entry',
      'DROP TABLE payctl.entry',
    ]) {
      const tried = fleet.server.sql(`SET ROLE till; ${change}`, database);
      await expect(tried, change).rejects.toThrow(/permission denied|must be owner/);
    }
    await makesPartitions(till, database);
    await archivesAsOwner(till, charge, database);
    await retainsAsOwner(till, database);
  });
});

/** Nobody but the owner may change tables; yet a recovery makes the partitions of the next months. */
async function makesPartitions(till: FleetMachine, database: string) {
  const monthsAhead = async () => {
    const { stdout } = await till.payctl('store status -o json');
    return JSON.parse(stdout).partitions.monthsAhead;
  };
  const [last] = await fleet.server.sql<{ month: string }>(
    `SELECT to_char(max(month), 'YYYY_MM') AS month FROM payctl.partitions`,
    database,
  );
  await fleet.server.sql(
    `DROP TABLE payctl.original_${last?.month}, payctl.entry_${last?.month}`,
    database,
  );
  expect(await monthsAhead()).toBe('11');
  const recovered = await till.payctl('journal recover');
  expect(recovered.code, recovered.stderr).toBe(0);
  expect(await monthsAhead()).toBe('12');
}

/** The operator may not; what the owner has archived, the operator still knows. */
async function archivesAsOwner(till: FleetMachine, charge: Charge, database: string) {
  const file = join(till.home, 'charges.jsonl.gz');
  const archiving = `journal archive --before +1d --out ${file}`;
  const refused = await till.payctl(archiving);
  expect(refused.code, refused.stderr).toBe(3);
  expect(refused.stderr).toContain('payctl_owner');
  expect(existsSync(file)).toBe(false);
  await fleet.server.sql(
    `CREATE ROLE keeper LOGIN PASSWORD '${PASSWORD}' IN ROLE payctl_owner`,
    database,
  );
  const keeper = { PAYCTL_STORE: fleet.server.url(database, 'keeper') };
  const archived = await till.payctl(archiving, keeper);
  expect(archived.code, archived.stderr).toBe(0);
  expect(JSON.parse(archived.stdout)).toMatchObject({ claims: 1, taken: 1, stayed: 0 });
  const rows = await fleet.server.sql(
    `SELECT (SELECT count(*) FROM payctl.entry) AS lines, (SELECT count(*) FROM payctl.original) AS originals`,
    database,
  );
  expect(rows).toMatchObject([{ lines: '0', originals: '0' }]);
  const calls = fleet.arrivals.length;
  const again = await till.payctl([...charge.args, '-o', 'json']);
  expect(again.code, again.stderr).toBe(0);
  expect(again.stdout).toBe('{}\n');
  expect(again.stderr).toContain(file);
  const other = await till.payctl(charge.args.join(' ').replace('10.00', '11.00'));
  expect(other.code, other.stderr).toBe(12);
  expect(fleet.arrivals).toHaveLength(calls);
  expect((await till.payctl('journal verify')).code).toBe(0);
  expect((await till.payctl(['journal', 'verify', '--archive', file])).code).toBe(0);
}

/** Also the erasure of what is personal. */
async function retainsAsOwner(till: FleetMachine, database: string) {
  const keeper = { PAYCTL_STORE: fleet.server.url(database, 'keeper') };
  const charge = await prepared(fleet.bank, 'ewallet.pay');
  expect((await till.payctl(charge.args)).code).toBe(0);
  const directory = join(till.home, 'archives');
  const retaining = `store retain --keep 0s --keep-confirmations 0s --keep-jobs 0s --archive ${directory}`;
  const erasing = 'journal erase --before +1m --personal --yes';
  for (const args of [retaining, erasing]) {
    const refused = await till.payctl(args);
    expect(refused.code, refused.stderr).toBe(3);
    expect(refused.stderr).toContain('payctl_owner');
  }
  const erased = await till.payctl(erasing, keeper);
  expect(erased.code, erased.stderr).toBe(0);
  expect(JSON.parse(erased.stdout)).toMatchObject({ originals: 2, confirmations: 0 });
  const retained = await till.payctl(retaining, keeper);
  expect(retained.code, retained.stderr).toBe(0);
  const report = JSON.parse(retained.stdout);
  expect(report).toMatchObject({ taken: 1, stayed: 0, shrunk: [], confirmations: 0, jobs: 0 });
  const [archive = ''] = report.archives;
  expect((await till.payctl(['journal', 'verify', '--archive', archive])).code).toBe(0);
  const calls = fleet.arrivals.length;
  const again = await till.payctl([...charge.args, '-o', 'json']);
  expect([again.code, again.stdout]).toEqual([0, '{}\n']);
  expect(fleet.arrivals).toHaveLength(calls);
  const status = await till.payctl('store status -o json');
  expect(JSON.parse(status.stdout)).toMatchObject({ sizes: expect.any(Array), growth: null });
}

describeWith('postgres', 'a standby', () => {
  it('serves no claim', async () => {
    const standby = await fleet.server.standby('asynchronous');
    const env = { PAYCTL_STORE: standby.url(fleet.database) };
    const refused = await shop.payctl(await charging(), env);
    expect(refused.code, refused.stderr).toBe(9);
    expect(refused.stderr).toContain('replica');
    await standby.dispose();
  });
});
