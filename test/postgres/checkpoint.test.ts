import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isJsonObject, parseJson } from '../../src/core/json.js';
import { ORIGIN, seal } from '../../src/state/chain.js';
import { prepared } from '../faults/command/charges.js';
import { describeWith } from '../fixtures/needs.js';
import { Fleet } from './fleet.js';
import type { FleetMachine } from './machine.js';

let fleet: Fleet;
let machine: FleetMachine;
beforeAll(async () => {
  fleet = await Fleet.open();
  machine = fleet.machine('auditor');
});
afterAll(() => fleet?.close());

const CP = '/cp.jsonl.gz';

async function whys(): Promise<[number | null, string[]]> {
  const { code, stdout } = await machine.payctl(
    `journal verify --checkpoint ${machine.home}${CP} --key ${machine.home}/key.pem -o json`,
  );
  return [code, JSON.parse(stdout).faults.map(({ why }: { why: string }) => why)];
}

const sql = (statement: string): Promise<Record<string, unknown>[]> =>
  fleet.server.sql(statement, fleet.database);

describeWith('postgres', 'a checkpoint of a shared store', () => {
  it('shows rows that were removed or written anew by who owns the database', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(join(machine.home, 'key.pem'), pem, { mode: 0o600 });
    for (const id of ['ewallet.pay', 'cpm.pay'] as const) {
      const charge = await prepared(fleet.bank, id);
      const paid = await machine.payctl(charge.args);
      expect(paid.code, paid.stderr).toBe(0);
      const shown = await machine.payctl(['journal', 'show', charge.reference, '-o', 'json']);
      expect([shown.code, JSON.parse(shown.stdout)[0]?.user], shown.stderr).toEqual([
        0,
        userInfo().username,
      ]);
    }
    const noted = await machine.payctl(['journal', 'note', 'A1', '--text', 'given back']);
    expect(noted.code, noted.stderr).toBe(0);
    const made = await machine.payctl(
      `journal checkpoint --key ${machine.home}/key.pem --out ${machine.home}${CP}`,
    );
    expect(made.code, made.stderr).toBe(0);
    expect(await whys()).toEqual([0, []]);

    const [first, second] = await sql('SELECT DISTINCT key FROM payctl.entry ORDER BY key');
    const lines = await sql(
      `SELECT seq, line FROM payctl.entry WHERE key = '${first?.key}' ORDER BY seq`,
    );
    let prev = ORIGIN;
    for (const { seq, line } of lines) {
      const content = parseJson(String(line));
      if (!isJsonObject(content)) throw new Error('no line');
      const { sum: _sum, ...rest } = content;
      const { text, sum } = seal({ ...rest, prev, ...(rest.amount && { amount: '1.00' }) });
      prev = sum;
      await sql(
        `UPDATE payctl.entry SET line = $$${text.trim()}$$ WHERE key = '${first?.key}' AND seq = ${seq}`,
      );
    }
    await sql(`DELETE FROM payctl.claim WHERE key = '${second?.key}'`);
    for (const table of ['event', 'head']) await sql(`DELETE FROM payctl.desk_${table}`);
    const [code, found] = await whys();
    expect(code).toBe(3);
    expect(found.filter((why) => why.includes('the checkpoint of'))).toEqual([
      expect.stringMatching(/^lines were removed or changed/),
      expect.stringMatching(/^the charge was removed/),
      expect.stringMatching(/^what was said here was removed/),
    ]);
  });
});
