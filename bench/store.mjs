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
  fixed,
  flag,
  machine,
  node,
  openScratch,
  output,
  payctl,
  publish,
  root,
  spread,
  startServer,
} from './shared.mjs';
import { environmentProfile } from './startup-rows.mjs';

const INQUIRE = ['ewallet', 'inquire', '--tran-type', 'A', '--out-trade-no', 'SBXSHOP0001'];
const CERTIFICATES = join(root, 'test/client/certificates');
const HEAD = ['command', 'cpu', 'cpu ms', 'over files', 'bar', 'wall ms'];

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
  const middle = ({ runs }, field) => median(runs.map((run) => run[field]));
  const cells = rows.map((row) => {
    const over = middle(row, 'cpu') - middle(rows[0], 'cpu');
    const bar = row.bar === undefined ? '' : `≤ ${row.bar}${over > row.bar ? ', missed' : ''}`;
    return [
      ...[row.name, spread(ratios(row, base, 'cpu')), fixed(middle(row, 'cpu'), 1), fixed(over, 1)],
      ...[bar, fixed(middle(row, 'wall'), 1)],
    ];
  });
  const caption = `${machine()}: medians of ${rounds} interleaved rounds; "cpu" is the ratio to node -e 0. The code is compiled, the token bought, the server on loopback.`;
  publish('shared store', caption, [HEAD, cells]);
}

await main();
