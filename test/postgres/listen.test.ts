import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACK, flood, post, qr30 } from '../fixtures/confirmations.js';
import { describeWith } from '../fixtures/needs.js';
import { opened } from '../fixtures/servers.js';
import { FULL } from '../fixtures/sizes.js';
import { Fleet } from './fleet.js';
import type { FleetMachine, Running } from './machine.js';

const COUNT = FULL ? 5_000 : 300;

let fleet: Fleet;
const ids: string[] = [];
let application: string;
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    ids.push(String(JSON.parse(Buffer.concat(parts).toString()).transactionId));
    response.end(ACK);
  });
});
beforeAll(async () => {
  fleet = await Fleet.open({ own: true });
  application = `http://127.0.0.1:${await opened(server)}/`;
});
afterAll(() => fleet?.close());

/** Answers when it listens. */
async function listening(
  machine: FleetMachine,
  args = '',
): Promise<{ running: Running; url: string }> {
  const running = machine.start(`listen --port 0 -o jsonl ${args}`);
  const url = await new Promise<string>((found, failed) => {
    let text = '';
    running.child.stderr?.on('data', (part: Buffer) => {
      text += part.toString();
      const [, url] = /listening on (\S+),/.exec(text) ?? [];
      if (url) found(url);
    });
    void running.finished.then(({ stderr }) => failed(new Error(stderr)));
  });
  return { running, url };
}

const listed = async (args = '') => {
  const { stdout } = await fleet.machine('desk').payctl(`listen list -o jsonl ${args}`);
  return stdout
    .split('\n')
    .flatMap((line): Record<string, unknown>[] => (line === '' ? [] : [JSON.parse(line)]));
};

/** As when the time of a lease is over. */
const leaseEnds = () =>
  fleet.server.sql(
    `UPDATE payctl.lease SET until = clock_timestamp() WHERE name LIKE 'forward %'`,
    fleet.database,
  );

describeWith('postgres', 'listen on several machines', () => {
  it('shares one inbox, forwards each once and in order, and goes on elsewhere after a kill', async () => {
    const forward = `--forward-to ${application}`;
    const one = await listening(fleet.machine('m1'), forward);
    const two = await listening(fleet.machine('m2'), forward);
    for (const [id, { url }] of [
      ['T1', one],
      ['T2', two],
      ['T1', two],
      ['T3', one],
    ] as const) {
      expect((await post(url, qr30({ transactionId: id }))).status).toBe(200);
    }
    // What was acknowledged but not noted yet would come once more.
    await expect.poll(() => listed('--forwarding delivered')).toHaveLength(3);
    expect(ids).toEqual(['T1', 'T2', 'T3']);
    for (const { running } of [one, two]) {
      running.child.kill('SIGKILL');
      await running.finished;
    }
    await leaseEnds();
    const three = await listening(fleet.machine('m3'), forward);
    await post(three.url, qr30({ transactionId: 'T4' }));
    await post(three.url, qr30({ transactionId: 'T2', amount: '9.00' }));
    await expect.poll(() => listed('--forwarding delivered')).toHaveLength(5);
    expect(ids.slice(3)).toEqual(['T4', 'T2']);
    const { code, stdout } = await three.running.end();
    expect(code).toBe(143);
    expect(
      stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line).contradicts),
    ).toEqual([undefined, true]);
    const rows = await listed();
    expect(rows.map(({ id, machine, forwarding }) => [id, machine, forwarding])).toEqual([
      ['T2', 'm3', 'delivered'],
      ['T4', 'm3', 'delivered'],
      ['T3', 'm1', 'delivered'],
      ['T2', 'm2', 'delivered'],
      ['T1', 'm1', 'delivered'],
    ]);
    const replayed = await fleet.machine('m4').payctl(`listen replay T1 ${forward}`);
    expect([replayed.code, ids.at(-1)], replayed.stderr).toEqual([0, 'T1']);
  });

  it('tells an investigation which machine received it', async () => {
    const listener = await listening(fleet.machine('till'));
    await post(listener.url, qr30({ transactionId: 'T9', billPaymentRef1: 'ORDER99' }));
    await listener.running.end();
    const { stdout } = await fleet.machine('desk').payctl('investigate ORDER99 -o json');
    expect(stdout).toContain('confirmation T9 was received on till');
  });

  it(`keeps ${COUNT} messages that come to two machines while the server dies`, async () => {
    const listeners = [await listening(fleet.machine('m5')), await listening(fleet.machine('m6'))];
    const bodies = new Map(
      Array.from({ length: COUNT }, (_, index) => {
        const id = `K${String(index).padStart(5, '0')}`;
        return [id, qr30({ transactionId: id })] as const;
      }),
    );
    const acknowledged = new Set<string>();
    const floods = listeners.map(({ url }) => flood(url, bodies, (id) => acknowledged.add(id)));
    await expect.poll(() => acknowledged.size).toBeGreaterThan(COUNT / 4);
    await fleet.server.crash();
    await fleet.server.start();
    await Promise.all(floods);
    for (const { running } of listeners) await running.end();
    const kept = (await listed()).map(({ id }) => String(id)).filter((id) => id.startsWith('K'));
    expect(new Set(kept).size).toBe(kept.length);
    expect([...acknowledged].filter((id) => !kept.includes(id))).toEqual([]);
    console.log(
      `listen on 2 machines, the server killed: ${COUNT} messages sent to both, ${acknowledged.size} acknowledged, ${kept.length} kept, none twice`,
    );
  }, 600_000);

  it('neither begins nor lists while the store is away', async () => {
    fleet.proxy.watch(() => 'cut');
    const machine = fleet.machine('m7');
    const commands = ['listen --port 0', 'listen list', 'listen replay T1 --forward-to x'];
    const ended = await Promise.all(commands.map((command) => machine.payctl(command)));
    fleet.proxy.watch();
    expect(ended.map(({ code }) => code)).toEqual([9, 9, 2]);
  });
});
