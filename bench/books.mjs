// @ts-check
// npm run bench:books: what a night costs in a book, of few closed lines and of many.
//   --sizes A,B     closed lines of the books (100000,5000000); one line for each side of a payment
//   --open N        open items of each (50000)
//   --payments N    payments of a night (20000)
//   --nights N      nights that are counted (7)
//   --scattered     references and transaction ids come in no order, as if they were random
//   --keep DIR      where the books are kept for the next run
//   --store         in a PostgreSQL of its own, as the tests start one; nothing is kept
//   --statements    with --store: in place of times, the rows, pages and bytes of WAL of each statement of a night
//   --write         put the table into docs/performance.md
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import postgres from 'postgres';
import { load } from '../scripts/bundle.mjs';
import { measure, measureOnce, median, ratios } from './measure.mjs';
import {
  document,
  fixed,
  flag,
  machine,
  markdown,
  openScratch,
  output,
  payctl,
  spread,
  surface,
  table,
  writeResults,
} from './shared.mjs';

const sizes = flag('sizes', '100000,5000000').split(',').map(Number);
const open = Number(flag('open', 50_000));
const payments = Number(flag('payments', 20_000));
const nights = Number(flag('nights', 7));
const isScattered = process.argv.includes('--scattered');
const isStore = process.argv.includes('--store');
const isCounted = isStore && process.argv.includes('--statements');
const MARK = isStore ? 'books-store' : isScattered ? 'books-scattered' : 'books';
const DAY_MS = 24 * 3_600_000;
const FIRST_DAY = Date.UTC(2026, 0, 1) / DAY_MS;
/** Lines of one side in a file of the past. */
const PAST_NIGHT = 20_000;
const MOST = 1_000_000_000;
const COUNTING = {
  shared_buffers: '128MB',
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'all',
};

const scratch = openScratch();
const store = isStore ? await startStore() : undefined;
try {
  const books = [];
  for (const size of sizes) books.push(await bookOf(size, flag('keep', scratch.home)));
  const rows = books.map(({ size, env, next }) => ({
    ...{ name: `${size} closed lines`, argv: [''], env, code: 11 },
    before() {
      this.argv = reconcile(nightFiles(next()));
    },
  }));
  if (store && isCounted) await reportStatements(store, books, rows);
  else report(books, await measure(rows, nights, () => process.stderr.write('.')));
} finally {
  await store?.close();
  scratch.close();
}

/** The memory is what PostgreSQL has unless it is told. */
async function startStore() {
  const { address, servers, template } = await load({
    address: 'test/postgres/address.ts',
    servers: 'test/postgres/server.ts',
    template: 'test/postgres/template.ts',
  });
  const removeTemplate = await template.default();
  const settings = isCounted ? COUNTING : { shared_buffers: '128MB' };
  const server = await servers.PostgresServer.start({ settings });
  return {
    /** The environment of a machine with a database of its own. */
    async env(env) {
      const url = server.url(await server.database());
      const shared = {
        ...env,
        PAYCTL_STORE: url,
        PAYCTL_STORE_PASSWORD: address.PASSWORD,
        PAYCTL_STORE_KEY: randomBytes(32).toString('base64'),
      };
      output([...payctl, 'store', 'init', '--yes'], shared);
      return shared;
    },
    connect: (env) => postgres(env.PAYCTL_STORE, { password: address.PASSWORD, max: 1 }),
    async close() {
      await server.dispose();
      await removeTemplate();
    },
  };
}

function reconcile({ orders, bank }) {
  return [
    ...payctl,
    'reconcile',
    '--book',
    'shop',
    '--orders',
    orders,
    '--bank',
    bank,
    '-o',
    'json',
  ];
}

/** A book with open items, made by the command, to which closed lines are added. */
async function bookOf(size, place) {
  const state = join(place, `${isScattered ? 'scattered-' : ''}${size}-${open}`);
  const local = { ...scratch.env, PAYCTL_STATE_DIR: state };
  const file = join(state, 'books/shop.db');
  // Each run adds its nights, so the next one begins with new payments.
  let night = Math.floor(Date.now() / 1000) % 1_000_000;
  if (!existsSync(join(state, 'filled'))) {
    rmSync(state, { recursive: true, force: true });
    mkdirSync(state, { recursive: true, mode: 0o700 });
  }
  const env = (await store?.env(local)) ?? local;
  if (!existsSync(join(state, 'filled'))) {
    console.log(`making a book of ${size} closed lines`);
    output([...payctl, 'books', 'create', 'shop'], env);
    const { orders, bank } = nightFiles(1, open);
    await measureOnce({ name: 'first night', argv: reconcile({ orders, bank }), env, code: 11 });
    if (store) await addClosedRows(store.connect(env), size);
    else addClosed(file, size);
    writeFileSync(join(state, 'filled'), '');
  }
  return { size, env, disk: await diskOf(file, env), next: () => night++ };
}

async function diskOf(file, env) {
  if (!store) return statSync(file).size;
  const database = store.connect(env);
  const [row] = await database`SELECT pg_database_size(current_database()) AS size`;
  await database.end();
  return Number(row?.size);
}

/** What a payment is called by the shop, and by the bank. */
function nameOf(number) {
  const text = String(number).padStart(14, '0');
  // Reversed, neighbours are far apart.
  return isScattered ? text.split('').reverse().join('') : text;
}

/** One night; `missing`: so many more orders, of which the bank knows nothing. */
function nightFiles(night, missing = 0) {
  const date = new Date((FIRST_DAY + (night % 300)) * DAY_MS).toISOString().slice(0, 10);
  const [orders, bank] = [['orderId,amount,date'], ['ref1,transactionId,amount,date']];
  for (let at = 0; at < payments + missing; at++) {
    const [name, amount] = [nameOf(MOST + night * 100_000 + at), `${(at % 900) + 1}.00`];
    orders.push(`ORD${name},${amount},${date}`);
    if (at < payments) bank.push(`ORD${name},TX${name},${amount},${date}`);
  }
  const files = { orders: `orders-${night}.csv`, bank: `bank-${night}.csv` };
  return {
    orders: written(files.orders, orders),
    bank: written(files.bank, bank),
  };
}

function written(name, lines) {
  const file = join(scratch.home, name);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

/** Payments of the past that match, as they lie in the tables; without indexes meanwhile, which is faster. */
function addClosed(path, size) {
  const database = new Libsql(path);
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -500000');
  /** @type {any[]} */
  const indexes = database
    .prepare(
      "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'line' AND sql IS NOT NULL",
    )
    .all([]);
  database.exec('BEGIN');
  for (const { name } of indexes) database.exec(`DROP INDEX ${name}`);
  /** @type {any} */
  const head = database.prepare('SELECT text FROM state').get([]);
  const state = JSON.parse(head.text);
  const { nextLine, nextFile } = state;
  const insert = database.prepare(`INSERT INTO line VALUES
    (?, ?, ?, ?, ?, ?, '', ?, NULL, ?, -1, ?, 0, '', 0, NULL, NULL, NULL)`);
  for (let number = 0; number < size / 2; number++) {
    const past = Math.floor(number / PAST_NIGHT);
    const [name, day, amount] = [nameOf(number), FIRST_DAY - 1 - past, 100 * ((number % 900) + 1)];
    const [id, file, line] = [
      nextLine + 2 * number,
      nextFile + 2 * past,
      (number % PAST_NIGHT) + 2,
    ];
    insert.run([id, 'own', file, line, `ORD${name}`, '', amount, day, day]);
    insert.run([id + 1, 'bank', file + 1, line, `ORD${name}`, `TX${name}`, amount, day, day]);
  }
  for (const { sql } of indexes) database.exec(sql);
  state.nextLine = nextLine + size;
  state.nextFile = nextFile + 2 * Math.ceil(size / 2 / PAST_NIGHT);
  database.prepare('UPDATE state SET text = ?').run([JSON.stringify(state)]);
  database.exec('COMMIT');
  database.close();
}

/** The same in the shared store, with its indexes. */
async function addClosedRows(database, size) {
  const [book] = await database`SELECT id, state FROM payctl.book`;
  const state = JSON.parse(book?.state);
  const { nextLine, nextFile } = state;
  const digits = isScattered ? "reverse(lpad(n::text, 14, '0'))" : "lpad(n::text, 14, '0')";
  const half = size / 2;
  await database.unsafe(`INSERT INTO payctl.book_line
    SELECT ${book?.id}, ${nextLine} + 2 * n + bank, CASE bank WHEN 0 THEN 'own' ELSE 'bank' END,
      ${nextFile} + 2 * (n / ${PAST_NIGHT}) + bank, n % ${PAST_NIGHT} + 2, 'ORD' || ${digits},
      CASE bank WHEN 0 THEN '' ELSE 'TX' || ${digits} END, '', 100 * (n % 900 + 1), NULL,
      ${FIRST_DAY} - 1 - n / ${PAST_NIGHT}, -1, ${FIRST_DAY} - 1 - n / ${PAST_NIGHT}, 0, '', 0, NULL, NULL, NULL
    FROM generate_series(0, ${half - 1}) AS n, generate_series(0, 1) AS bank`);
  state.nextLine = nextLine + size;
  state.nextFile = nextFile + 2 * Math.ceil(half / PAST_NIGHT);
  await database`UPDATE payctl.book SET state = ${JSON.stringify(state)}`;
  await database.unsafe('ANALYZE');
  await database.end();
}

/** A night in each book, counted by the server: it is the same on a busy machine. */
async function reportStatements({ connect }, books, rows) {
  const counted = [];
  for (const [at, row] of rows.entries()) {
    const database = connect(books[at].env);
    await database`CREATE EXTENSION pg_stat_statements`;
    await measureOnce(row);
    await database`SELECT pg_stat_statements_reset()`;
    await measureOnce(row);
    /** @type {any[]} */
    const statements =
      await database`SELECT query, calls, rows, shared_blks_hit + shared_blks_read AS pages,
          wal_bytes AS wal
        FROM pg_stat_statements WHERE query ~ 'payctl' AND dbid =
          (SELECT oid FROM pg_database WHERE datname = current_database())`;
    counted.push(new Map(statements.map((one) => [one.query.replace(/\s+/g, ' '), one])));
    await database.end();
  }
  const queries = [...new Set(counted.flatMap((one) => [...one.keys()]))];
  const cells = queries
    .map((query) => ({ query, of: counted.map((one) => one.get(query)) }))
    .sort((a, b) => Number(b.of.at(-1)?.pages ?? 0) - Number(a.of.at(-1)?.pages ?? 0))
    .map(({ query, of }) => [
      `${query.slice(0, 60)} … ${query.slice(-40)}`,
      ...of.flatMap((one) =>
        [one?.calls, one?.rows, one?.pages, one?.wal].map((value) => `${value ?? '-'}`),
      ),
    ]);
  const head = rows.flatMap(({ name }) => [name, 'rows', 'pages', 'WAL']);
  console.log(table(['statement', ...head], cells));
}

function report(books, results) {
  const [first] = results;
  const inSeconds = (row, field) => fixed(median(row.runs.map((run) => run[field])) / 1000, 2);
  const head = ['book', 'disk MB', 'wall s', 'to the first', 'CPU s', 'to the first', 'peak MB'];
  const cells = results.map((row, at) => [
    row.name,
    fixed((books[at]?.disk ?? 0) / 1e6, 0),
    inSeconds(row, 'wall'),
    row === first ? '' : spread(ratios(row, first, 'wall')),
    inSeconds(row, 'cpu'),
    row === first ? '' : spread(ratios(row, first, 'cpu')),
    fixed(median(row.runs.map(({ rss }) => rss)), 0),
  ]);
  console.log(`\n${table(head, cells)}`);
  writeResults(MARK, {
    ...{ nights, payments, open },
    results: results.map(({ name, runs }) => ({ name, runs })),
  });
  document(
    MARK,
    [
      `\`npm run bench:books${isStore ? ' -- --store' : ''}\`: a night of ${payments} payments in a book with ${open} open items, medians of ${nights} interleaved nights; ${surface(machine())}.${isScattered ? ' References and transaction ids come in no order.' : ''}`,
      markdown(head, cells),
    ].join('\n\n'),
  );
}
