// @ts-check
// Old claims leave the store while machines charge: nothing may be lost, and nothing charged twice.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { payctl } from '../shared.mjs';
import { sharing } from './fill.mjs';
import { COMPANY, reference, shopOf } from './shop.mjs';

const MACHINES = 3;
/** Between two charges of a machine: tills do not keep a server of two cores busy. */
const PAUSE_MS = 1_000;
/** How often each charge is asked for, by whichever machine: it is made once. */
const TIMES = 2;
/** Old charges that are asked for once more; their terminal is that of the example. */
const AGAIN = 50;
const TERMINAL = '12345678';

/**
 * Runs commands of the owner (`store retain …`, `journal erase …`) while machines charge, kills each some
 * times and lets it go on; then asks for charges of long ago once more.
 *
 * @param {any} server
 * @param {any} store as `fillStore` returned it
 * @param {{ commands: readonly string[][], kills: number, minutes: number }} owner
 */
export async function retainWhileCharging(server, store, { commands, ...limits }) {
  const home = mkdtempSync(join(tmpdir(), 'payctl-large-'));
  const bank = await countingBank();
  const [url, key] = [server.url(store.database), store.key];
  const machines = Array.from({ length: MACHINES }, (_, machine) =>
    sharing({ home: join(home, `m${machine}`), url, key, bank: bank.url }),
  );
  const owner = sharing({ home: join(home, 'owner'), url, key });
  try {
    for (const env of machines) await run(env, ['token']);
    const began = new Date(Date.now() - 60_000).toISOString();
    const sizes = [await sizeOf(server, store.database)];
    const charging = { isOver: false };
    const charges = machines.map((env, machine) => chargeUntil(charging, env, machine));
    const runs = [];
    for (const command of commands) {
      runs.push(await runWithKills(owner, command, limits));
      sizes.push(await sizeOf(server, store.database));
      console.error(JSON.stringify([runs.at(-1), sizes.at(-1)]));
    }
    charging.isOver = true;
    const made = (await Promise.all(charges)).flat();
    return {
      ...{ runs, sizes },
      ...(await verdictOf(made, bank, machines[0], began)),
      verified: await run(owner, ['journal', 'verify', '--since', began, '--quiet']),
      again: tally(await chargeAgain(machines[0], store)),
    };
  } finally {
    bank.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** SIGKILL comes after 10 to 40 seconds; the last run ends by itself, or by SIGTERM when the time is over. */
async function runWithKills(env, command, { kills, minutes }) {
  const began = Date.now();
  const secondsSince = () => (Date.now() - began) / 1000;
  let killed = 0;
  for (;;) {
    const isLast = killed === kills;
    const [signal, seconds] = isLast
      ? ['SIGTERM', Math.max(1, 60 * minutes - secondsSince())]
      : ['SIGKILL', 10 + Math.random() * 30];
    const last = await run(env, command, { signal, seconds });
    if (last.signal !== 'SIGKILL') return { command, killed, ...last, seconds: secondsSince() };
    killed += 1;
  }
}

/** Counts the charges by their references, and answers each at once. */
async function countingBank() {
  /** @type {Map<string, number>} */
  const counts = new Map();
  const answer = async (request, response) => {
    const body = await text(request);
    const isToken = request.url?.includes('/oauth/');
    if (!isToken) {
      const { outTradeNo } = JSON.parse(body);
      counts.set(outTradeNo, (counts.get(outTradeNo) ?? 0) + 1);
    }
    const expiresAt = Math.floor(Date.now() / 1000) + 1_800;
    const token = { accessToken: 'a-token', tokenType: 'Bearer', expiresIn: 1_800, expiresAt };
    const data = isToken ? token : { tradeState: 'CLOSED', resultCode: 'SUCCESS' };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ status: { code: 1000, description: 'Success' }, data }));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = Object(server.address());
  return { url: `http://127.0.0.1:${port}`, counts, close: () => server.close() };
}

/** Machines share references: each is asked for by its own machine, and then by another one. */
async function chargeUntil(charging, env, machine) {
  const made = [];
  for (let turn = 0; !charging.isOver; turn += 1) {
    const owner = (machine + (turn % TIMES)) % MACHINES;
    const name = `RUN${owner}N${Math.floor(turn / TIMES)}`;
    const { code, seconds } = await run(env, close(name));
    made.push({ name, code, seconds });
    await sleep(PAUSE_MS);
  }
  return made;
}

const OTHER_SHOP = ['--company-id', '00100', '--terminal-id', '100000000000001'];

function close(name, merchant = OTHER_SHOP) {
  return ['ewallet', 'close', '--tran-type', 'W', '--out-trade-no', name, ...merchant, '--yes'];
}

/** `lost`: charges that ended well and that the journal does not have, or not as the bank has them. */
async function verdictOf(made, { counts }, env, began) {
  const ended = new Set(made.filter(({ code }) => code === 0).map(({ name }) => name));
  const { out } = await run(env, ['journal', 'list', '--since', began, '-o', 'json']);
  const states = new Map(JSON.parse(out).map(({ reference, state }) => [reference, state]));
  const isRight = (name) => states.get(name) === 'succeeded' && counts.get(name) === 1;
  const lost = [...ended].filter((name) => !isRight(name)).length;
  const exits = tally(made.map(({ code }) => code));
  const twice = [...counts.values()].filter((count) => count > 1).length;
  const slowest = Math.max(...made.map(({ seconds }) => seconds));
  return { charges: ended.size, atBank: counts.size, exits, lost, twice, slowest };
}

/** How often each exit came. */
function tally(codes) {
  const counts = {};
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

/** The oldest codes that the shop has closed: the store answers, for nobody is at that bank. */
async function chargeAgain(env, { size, filled }) {
  const shop = shopOf(size);
  const exits = [];
  for (let number = 1 + size.all - filled; exits.length < AGAIN; number += 1) {
    const { operation, end } = shop.charge(number);
    if (operation !== 'ewallet.close' || end !== 'paid') continue;
    const merchant = ['--company-id', COMPANY, '--terminal-id', TERMINAL];
    exits.push((await run(env, close(reference(number), merchant))).code);
  }
  return exits;
}

/** `end`: the signal that ends it where it takes longer. */
async function run(env, args, end = /** @type {any} */ (undefined)) {
  const began = Date.now();
  const [command, ...words] = [...payctl, ...args];
  const child = spawn(command ?? '', words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const timer = end && setTimeout(() => child.kill(end.signal), 1_000 * end.seconds);
  const ended = once(child, 'exit');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code, signal] = await ended;
  clearTimeout(timer);
  return { code, signal, out, err: err.slice(-2_000), seconds: (Date.now() - began) / 1000 };
}

async function sizeOf(server, database) {
  const [row] = await server.sql(
    `SELECT pg_database_size('${database}')::float8 AS bytes, count(*)::float8 AS claims,
      count(retired)::float8 AS retired, (SELECT count(*)::float8 FROM payctl.original) AS originals,
      (SELECT count(*)::float8 FROM payctl.inbox) AS confirmations
    FROM payctl.claim`,
    database,
  );
  return row;
}
