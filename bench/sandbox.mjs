// npm run bench:sandbox: the embedded bank over HTTP beside a bare server that checks with zod, and
// Prism with the same document; many connections at once; its first answer after a start; its calls
// with a thousand and with a million trades in the store.
//   --rounds N   how often each is counted (7)
//   --ms N       of load, each time (1500)
//   --trades N   in the large store (1000000)
//   --write      put the tables into docs/performance.md
import { fork } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import {
  ask,
  authorise,
  bareBank,
  CALLS,
  prismBank,
  processorSeconds,
  sandboxBank,
} from './banks.mjs';
import { fill } from './fill.mjs';
import { shuffled } from './measure.mjs';
import { report } from './sandbox-report.mjs';
import { flag, openScratch, root } from './surroundings.mjs';

const CONNECTIONS = 16;
/** Opened at once, each calling again as soon as it is answered. */
const CROWD = 256;
const SMALL = 1000;
/** References from here on are those that writes make. */
const FIRST_NEW = 500_000_000;
const rounds = Number(flag('rounds', 7));
const ms = Number(flag('ms', 1500));
const trades = Number(flag('trades', 1_000_000));

const scratch = openScratch();
const loader = fork(join(root, 'bench/load.mjs'));
const servers = [];
try {
  await measureAll();
} finally {
  for (const server of servers) await server.close();
  loader.kill();
  scratch.close();
}

async function measureAll() {
  const starts = await startsOf();
  const small = await filledBank(`${SMALL} trades`, SMALL);
  const bare = opened(await bareBank(scratch.env));
  const prism = opened(await prismBank(scratch.env, scratch.home));
  if (!prism) console.error('left out: Prism; npm run bench:peers brings it');
  const speed = await loaded([bare, small, prism].filter(Boolean), small);
  await prism?.close();
  const crowd = await loaded([bare, small], small, CROWD);
  const large = await filledBank(`${trades} trades`, trades);
  const growth = await loaded([small, large], small);
  const sizes = { connections: CONNECTIONS, crowded: CROWD, few: SMALL, many: trades };
  report({ rounds, ms, ...sizes, starts, speed, crowd, growth });
}

function opened(server) {
  if (server) servers.push(server);
  return server;
}

async function filledBank(name, count) {
  const state = join(scratch.home, `state-${count}`);
  const empty = await sandboxBank(scratch.env, state, name);
  await empty.close();
  const started = performance.now();
  fill(join(state, 'sandbox.db'), count);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const size = statSync(join(state, 'sandbox.db')).size / 2 ** 20;
  console.error(`filled with ${count} trades: ${size.toFixed(0)} MB in ${seconds} s`);
  const server = opened(await sandboxBank(scratch.env, state, name));
  server.trades = count;
  await authorise(server);
  return server;
}

/** Reads and writes of every server in each round; the figures in the order of the servers. */
async function loaded(servers, { headers }, connections = CONNECTIONS) {
  const figures = servers.map(({ name }) => ({ name, read: [], write: [] }));
  for (let round = -1; round < rounds; round++) {
    for (const [server, kind] of shuffled(
      servers.flatMap((own) => [
        [own, 'read'],
        [own, 'write'],
      ]),
    )) {
      const own = server.settings ? server.headers : headers;
      const order = { url: server.url, headers: own, ...CALLS[kind], connections, ms };
      const numbers =
        kind === 'read'
          ? { first: 1, last: server.trades ?? SMALL, random: true }
          : { first: server.next ?? FIRST_NEW };
      const found = await load({ ...order, ...numbers }, server);
      if (kind === 'write') server.next = found.last;
      if (found.wrong > 0) throw new Error(`${server.name}: ${found.wrong} ${kind}s went wrong`);
      if (round >= 0) figures.find(({ name }) => name === server.name)[kind].push(found);
    }
    if (process.stderr.isTTY) process.stderr.write('.');
  }
  return figures;
}

async function load(order, { pid }) {
  const before = processorSeconds(pid);
  const found = await new Promise((resolve) => {
    loader.once('message', resolve);
    loader.send(order);
  });
  const seconds = processorSeconds(pid) - before;
  return {
    ...found,
    perSecond: found.calls / found.seconds,
    cpuMs: (seconds * 1000) / found.calls,
  };
}

/** From the start of the process to its first answer: of a store that is made for it, and of one that is there. */
async function startsOf() {
  const found = { bare: [], fresh: [], again: [] };
  const again = join(scratch.home, 'state-again');
  for (let round = -1; round < rounds; round++) {
    const times = {
      bare: await firstAnswer(() => bareBank(scratch.env), readOnce),
      fresh: await firstAnswer(() => sandboxBank(scratch.env, `${again}-${round}`), authorise),
      again: await firstAnswer(() => sandboxBank(scratch.env, again), authorise),
    };
    if (round >= 0) for (const name of Object.keys(times)) found[name].push(times[name]);
  }
  return found;
}

async function firstAnswer(start, call) {
  const began = performance.now();
  const server = await start();
  await call(server);
  const took = performance.now() - began;
  await server.close();
  return took;
}

async function readOnce(server) {
  const { path, body } = CALLS.read;
  const { status } = await ask(server, path, body.replace(/#+/, '000000001'));
  if (status !== 200) throw new Error(`${server.name} answered with ${status}`);
}
