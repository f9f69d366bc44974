import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { nodeHost } from '../../src/host/node.js';
import { fileTokenStore } from '../../src/state/token-store.js';
import { bundleChild, startChild, temporaryDirectory } from '../child.js';

const FULL = process.env.PAYCTL_FAULTS === 'full';
const MANY = FULL ? 200 : 50;
const FEW = FULL ? 200 : 16;
const ROUNDS = FULL ? 10 : 1;

let child: string;
beforeAll(async () => {
  child = await bundleChild(join(import.meta.dirname, 'token-child.ts'));
});

/** A token endpoint on loopback. */
async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** A directory of tokens with one that ended an hour ago. */
async function withExpiredToken(): Promise<string> {
  const directory = await temporaryDirectory();
  const now = Date.now();
  await fileTokenStore(nodeHost(), directory, 'f'.repeat(64), () => undefined).write(
    'application',
    {
      accessToken: 'expired',
      tokenType: 'Bearer',
      receivedAt: now - 5_400_000,
      expiresAt: now - 3_600_000,
    },
  );
  return directory;
}

type Started = ReturnType<typeof startChild>;

/** Starting blocks for milliseconds: the endpoint, in this process too, gets its turn in between. */
async function startAll(started: Started[], count: number, directory: string, port: number) {
  for (let i = 0; i < count; i++) {
    started.push(startChild(child, [directory, String(port)]));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return Promise.all(started.map(({ done }) => done));
}

describe('processes that share an expired token', () => {
  it('make one call', async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      let calls = 0;
      const port = await serve((_, response) => {
        calls++;
        setTimeout(() => response.end(`token-${calls}`), 100);
      });
      const results = await startAll([], MANY, await withExpiredToken(), port);
      console.log(`tokens: round ${round}, ${MANY} processes, ${calls} calls`);
      expect(calls).toBe(1);
      expect(new Set(results.map(({ code, stdout }) => `${code} ${stdout}`))).toEqual(
        new Set(['0 token-1']),
      );
    }
  }, 600_000);

  it('make one more when the process that renews is killed', async () => {
    let calls = 0;
    const started: Started[] = [];
    const port = await serve((request, response) => {
      calls++;
      const pid = Number(request.url?.slice(1));
      if (calls === 1)
        started.find(({ child: { pid: each } }) => each === pid)?.child.kill('SIGKILL');
      else response.end(`token-${calls}`);
    });
    const results = await startAll(started, FEW, await withExpiredToken(), port);
    const ended = results.map(({ code, signal, stdout }) => `${signal ?? code} ${stdout}`);
    expect(ended.filter((end) => end === '0 token-2')).toHaveLength(FEW - 1);
    expect(ended.filter((end) => end === 'SIGKILL ')).toHaveLength(1);
    expect(calls).toBe(2);
  }, 120_000);

  it('ask a failing endpoint once in ten seconds', async () => {
    const calls: number[] = [];
    const port = await serve((_, response) => {
      calls.push(Date.now());
      response.writeHead(401).end();
    });
    const results = await startAll([], FEW, await withExpiredToken(), port);
    expect(new Set(results.map(({ code }) => code))).toEqual(new Set([4]));
    // On a slow machine the processes may take longer than ten seconds to have asked.
    const pauses = calls.slice(1).map((at, i) => at - (calls[i] ?? 0));
    expect(pauses.filter((pause) => pause < 9_900)).toEqual([]);
    expect(calls.length).toBeGreaterThan(0);
  }, 120_000);
});
