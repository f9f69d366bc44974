// @ts-check
// npm run bench:books: what a night costs in a book, of few closed lines and of many.
//   --sizes A,B     closed lines of the books (100000,5000000); one line for each side of a payment
//   --open N        open items of each (50000)
//   --payments N    payments of a night (20000)
//   --nights N      nights that are counted (7)
//   --keep DIR      where the books are kept for the next run
//   --write         put the table into docs/performance.md
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { measure, measureOnce, median, ratios } from './measure.mjs';
import { fixed, flag, machine, openScratch, output, payctl, publish, spread } from './shared.mjs';

const sizes = flag('sizes', '100000,5000000').split(',').map(Number);
const open = Number(flag('open', 50_000));
const payments = Number(flag('payments', 20_000));
const nights = Number(flag('nights', 7));
const DAY_MS = 24 * 3_600_000;
const FIRST_DAY = Date.UTC(2026, 0, 1) / DAY_MS;
/** Lines of one side in a file of the past. */
const PAST_NIGHT = 20_000;
const MOST = 1_000_000_000;

const scratch = openScratch();
try {
  const books = [];
  for (const size of sizes) books.push(await prepareBook(size, flag('keep', scratch.home)));
  const rows = books.map(({ size, env, next }) => ({
    ...{ name: `${size} closed lines`, argv: [''], env, code: 11 },
    before() {
      this.argv = reconcile(nightFiles(next()));
    },
  }));
  report(books, await measure(rows, nights, () => process.stderr.write('.')));
} finally {
  scratch.close();
}

function reconcile({ orders, bank }) {
  const files = ['--orders', orders, '--bank', bank];
  return [...payctl, 'reconcile', '--book', 'shop', ...files, '-o', 'json'];
}

/** A book with open items, made by the command, to which closed lines are added. */
async function prepareBook(size, place) {
  const state = join(place, `${size}-${open}`);
  const env = { ...scratch.env, PAYCTL_STATE_DIR: state };
  const file = join(state, 'books/shop.db');
  // Each run adds its nights, so the next one begins with new payments.
  let night = Math.floor(Date.now() / 1000) % 1_000_000;
  if (!existsSync(join(state, 'filled'))) {
    rmSync(state, { recursive: true, force: true });
    mkdirSync(state, { recursive: true, mode: 0o700 });
    console.log(`making a book of ${size} closed lines`);
    output([...payctl, 'books', 'create', 'shop'], env);
    const argv = reconcile(nightFiles(1, open));
    await measureOnce({ name: 'first night', argv, env, code: 11 });
    addClosed(file, size);
    writeFileSync(join(state, 'filled'), '');
  }
  return { size, env, disk: statSync(file).size, next: () => night++ };
}

/** What a payment is called by the shop, and by the bank. */
function paymentName(number) {
  return String(number).padStart(14, '0');
}

/** One night; `missing`: so many more orders, of which the bank knows nothing. */
function nightFiles(night, missing = 0) {
  const date = new Date((FIRST_DAY + (night % 300)) * DAY_MS).toISOString().slice(0, 10);
  const [orders, bank] = [['orderId,amount,date'], ['ref1,transactionId,amount,date']];
  for (let at = 0; at < payments + missing; at++) {
    const [name, amount] = [paymentName(MOST + night * 100_000 + at), `${(at % 900) + 1}.00`];
    orders.push(`ORD${name},${amount},${date}`);
    if (at < payments) bank.push(`ORD${name},TX${name},${amount},${date}`);
  }
  return {
    orders: written(`orders-${night}.csv`, orders),
    bank: written(`bank-${night}.csv`, bank),
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
    const [name, day, amount] = [
      paymentName(number),
      FIRST_DAY - 1 - past,
      100 * ((number % 900) + 1),
    ];
    const [id, file] = [nextLine + 2 * number, nextFile + 2 * past];
    const line = (number % PAST_NIGHT) + 2;
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

function report(books, results) {
  const [first] = results;
  const middle = (row, field) => median(row.runs.map((run) => run[field]));
  const head = ['book', 'disk MB', 'wall s', 'CPU s', 'to the first', 'peak MB'];
  const cells = results.map((row, at) => [
    row.name,
    fixed((books[at]?.disk ?? 0) / 1e6, 0),
    fixed(middle(row, 'wall') / 1000, 2),
    fixed(middle(row, 'cpu') / 1000, 2),
    row === first ? '' : spread(ratios(row, first, 'cpu')),
    fixed(middle(row, 'rss'), 0),
  ]);
  const caption = `${machine()}: a night of ${payments} payments in a book with ${open} open items, medians of ${nights} interleaved nights.`;
  publish('books', caption, [head, cells]);
}
