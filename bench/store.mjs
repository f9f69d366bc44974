// @ts-check
// npm run bench:store: what a shared store costs one command, beside files.
//   --rounds N   how often each row is counted (25)
//   --write      put the table into docs/performance.md
// Starts a PostgreSQL of its own on loopback, as the tests do.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { load } from '../scripts/bundle.mjs';
import { measure, median, ratios } from './measure.mjs';
import {
  document,
  fixed,
  flag,
  machine,
  markdown,
  node,
  openScratch,
  output,
  payctl,
  root,
  spread,
  startServer,
  surface,
  table,
  writeResults,
} from './shared.mjs';
import { environmentProfile } from './startup-rows.mjs';

const INQUIRE = ['ewallet', 'inquire', '--tran-type', 'A', '--out-trade-no', 'SBXSHOP0001'];
const CERTIFICATES = join(root, 'test/client/certificates');
const HEAD = ['command', 'wall', 'wall ms', 'cpu', 'cpu ms', 'cpu ms over files', 'bar'];

const { address, servers, template } = await load({
  address: 'test/postgres/address.ts',
  servers: 'test/postgres/server.ts',
  template: 'test/postgres/template.ts',
});

async function main() {
  const rounds = Number(flag('rounds', 25));
  const removeTemplate = await template.default();
  const scratch = openScratch();
  const bank = await startServer('loopback-bank.mjs');
  const server = await servers.PostgresServer.start({ tls: CERTIFICATES });
  try {
    const connected = environmentProfile(scratch.env, bank.url);
    const rows = [
      { name: 'node -e 0', argv: [node, '-e', '0'], env: scratch.env },
      row('files', connected),
      row('PostgreSQL', await sharing(server, connected, 'sslmode=disable'), 20),
      row('PostgreSQL with TLS', await sharing(server, connected, encrypted()), 45),
    ];
    for (const { argv, env } of rows) output(argv, env);
    report(await measure(rows, rounds), rounds);
  } finally {
    await server.dispose();
    bank.close();
    scratch.close();
    await removeTemplate();
  }
}

function row(store, env, bar) {
  return { name: `payctl ewallet inquire, ${store}`, argv: [...payctl, ...INQUIRE], env, bar };
}

function encrypted() {
  return `sslmode=verify-full&sslrootcert=${join(CERTIFICATES, 'ca.pem')}`;
}

/** The environment of a machine that shares a store of its own, with its schema and a token. */
async function sharing(server, env, parameters) {
  const url = new URL(server.url(await server.database()));
  url.search = parameters;
  const shared = {
    ...env,
    PAYCTL_STATE_DIR: join(env.HOME, url.pathname),
    PAYCTL_STORE: url.href,
    PAYCTL_STORE_PASSWORD: address.PASSWORD,
    PAYCTL_STORE_KEY: randomBytes(32).toString('base64'),
  };
  output([...payctl, 'store', 'init', '--yes'], shared);
  output([...payctl, 'token'], shared);
  return shared;
}

function report(results, rounds) {
  const [base, ...rows] = results;
  const others = rows.map((row) => ({
    name: row.name,
    bar: row.bar,
    wall: median(row.runs.map(({ wall }) => wall)),
    cpu: median(row.runs.map(({ cpu }) => cpu)),
    ofWall: ratios(row, base, 'wall'),
    ofCpu: ratios(row, base, 'cpu'),
  }));
  const [files] = others;
  const figures = others.map((one) => ({ ...one, over: one.cpu - files.cpu }));
  const cells = figures.map(({ name, bar, wall, cpu, ofWall, ofCpu, over }) => [
    name,
    spread(ofWall),
    fixed(wall, 1),
    spread(ofCpu),
    fixed(cpu, 1),
    fixed(over, 1),
    bar === undefined ? '' : `≤ ${bar}${over > bar ? ', missed' : ''}`,
  ]);
  const said = `${surface(machine())}: medians of ${rounds} interleaved rounds in random order; wall and cpu are ratios to node -e 0 of the same round, with the half of the rounds around the median. The code is compiled, the token bought, the server on loopback.`;
  console.log(`\n${said}\n\n${table(HEAD, cells)}`);
  document('shared store', `${said}\n\n${markdown(HEAD, cells)}`);
  writeResults('store', { rounds, figures });
}

await main();
