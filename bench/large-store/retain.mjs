// @ts-check
// Old claims leave the store while three machines charge at the embedded bank, and the owner's commands are
// killed: nothing may be lost, and nothing charged twice.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '../../scripts/bundle.mjs';
import { payctl } from '../shared.mjs';
import { sharing } from './fill.mjs';
import { COMPANY, openShop, reference } from './shop.mjs';

const MACHINES = 3;
/** Charges of long ago that are asked for once more. */
const AGAIN = 50;
const { library } = await load({ library: 'src/library/bank.ts' });

/**
 * @param {any} server
 * @param {any} store as `fillStore` returned it
 * @param {{ keep: string, kills: number }} options how long claims stay, and how often each command is killed
 */
export async function retainWhileCharging(server, store, { keep, kills }) {
  const { database, key } = store;
  const home = mkdtempSync(join(tmpdir(), 'payctl-retain-'));
  const bank = await library.startBank();
  const url = server.url(database);
  const owner = sharing({ home: join(home, 'owner'), url, key });
  const machines = Array.from({ length: MACHINES }, (_, number) => ({
    ...sharing({ home: join(home, `machine-${number}`), url, key }),
    ...settingsOf(bank),
  }));
  const archives = ['--archive', join(home, 'archives'), '--keep-confirmations', keep];
  const commands = [
    ['store', 'retain', '--keep', keep, ...archives],
    ['journal', 'erase', '--before', '-1h', '--personal', '--yes'],
  ];
  try {
    const began = new Date().toISOString();
    let isOver = false;
    const charging = chargeUntil(() => isOver, bank, machines);
    for (const command of commands) {
      const ended = await runWithKills(owner, command, kills);
      console.log(JSON.stringify({ ...ended, ...(await counts(server, database)) }));
    }
    isOver = true;
    const names = await charging;
    return {
      ...(await compare(names, bank, owner, began)),
      answeredAgain: await chargeAgain(owner, store),
      verified: await run(owner, ['journal', 'verify', '--quiet']),
    };
  } finally {
    await bank.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

function settingsOf({ settings }) {
  const variable = (name) => `PAYCTL_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [variable(name), value]),
  );
}

/** Each charge is asked for by two machines at the same moment. */
async function chargeUntil(isOver, bank, machines) {
  const names = [];
  for (let turn = 0; !isOver(); turn += 1) {
    const asked = machines.map(async (_, machine) => {
      const name = `SBXRUN${turn}M${machine}`;
      const code = await bank.buyerCode({ wallet: 'A', balance: '10' });
      const charge = ['--out-trade-no', name, '--total-fee', '5.00', '--buyer-identity-code', code];
      const args = ['ewallet', 'pay', '--tran-type', 'A', ...charge, '--yes'];
      names.push(name);
      await Promise.all([0, 1].map((next) => run(machines[(machine + next) % MACHINES], args)));
    });
    await Promise.all(asked);
  }
  return names;
}

/** `lost`: charges that the bank made and the journal does not have as succeeded. */
async function compare(names, bank, owner, began) {
  const made = bank.log({ operation: 'ewallet.pay', limit: 1_000_000 });
  const committed = made.flatMap((line) => (line.committed ? [line.reference] : []));
  const { out } = await run(owner, ['journal', 'list', '--since', began, '-o', 'json']);
  const states = new Map(JSON.parse(out).map((row) => [row.reference, row.state]));
  return {
    charges: names.length,
    atBank: committed.length,
    lost: committed.filter((name) => states.get(name) !== 'succeeded').length,
    twice: committed.length - new Set(committed).size,
  };
}

/** What has left is answered by what stayed of it, for nobody is at that bank. Resolves to how many are. */
async function chargeAgain(owner, { size, filled }) {
  const shop = openShop(size);
  const isClosed = ({ operation, end }) => operation === 'ewallet.close' && end === 'paid';
  const oldest = Array.from({ length: 40 * AGAIN }, (_, index) =>
    shop.charge(1 + size.all - filled + index),
  );
  let answered = 0;
  for (const { number } of oldest.filter(isClosed).slice(0, AGAIN)) {
    const place = ['--company-id', COMPANY, '--terminal-id', '12345678'];
    const charge = ['--tran-type', 'W', '--out-trade-no', reference(number), ...place, '--yes'];
    const { code } = await run(owner, ['ewallet', 'close', ...charge]);
    if (code === 0) answered += 1;
  }
  return answered;
}

async function runWithKills(env, command, kills) {
  const began = Date.now();
  for (let killed = 0; ; killed += 1) {
    const timeout = killed < kills ? 5_000 + Math.floor(Math.random() * 20_000) : 0;
    const ended = await run(env, command, timeout);
    if (ended.code === null) continue;
    return { command: command.join(' '), killed, seconds: (Date.now() - began) / 1000, ...ended };
  }
}

/** `code` is null where the time was over and it was killed. */
function run(env, args, timeout = 0) {
  const [command = '', ...words] = [...payctl, ...args];
  const options = {
    env,
    timeout,
    killSignal: /** @type {const} */ ('SIGKILL'),
    maxBuffer: 2 ** 28,
  };
  return new Promise((resolve) => {
    execFile(command, words, options, (error, out, err) =>
      resolve({ code: error ? error.code : 0, out, err }),
    );
  });
}

async function counts(server, database) {
  const [row] = await server.sql(
    `SELECT count(*)::float8 AS claims, count(retired)::float8 AS retired,
      (SELECT count(*)::float8 FROM payctl.original) AS originals,
      (SELECT count(*)::float8 FROM payctl.inbox) AS confirmations FROM payctl.claim`,
    database,
  );
  return row;
}
