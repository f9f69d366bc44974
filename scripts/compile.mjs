// node scripts/compile.mjs DIST: what V8 makes of the program, for the Node that runs this. A run
// finds it in DIST/code and compiles only the rest, so the first run in a container costs what the
// second does. It does what people do most, because V8 compiles a function when it is first called.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from './bundle.mjs';

const PAYMENT = ['--tran-type', 'W', '--out-trade-no', 'SBX0001'];
const ANSWER = { status: { code: 1000, description: 'Success' } };
const TOKEN = { accessToken: 't', tokenType: 'Bearer', expiresIn: 1800, expiresAt: 4_000_000_000 };
const TRADE = { transactionId: '1', amount: '100.00', tradeState: 'SUCCESS' };
const PAYLOAD =
  '00020101021229370016A000000677010111011300660000000005802TH530376454044.226304E469';
const NIGHT =
  'reference,transactionId,amount,date,time,status\nA1,T1,1.00,2026-01-31,10:00:00,paid\n';
const RUNS = [
  ['token'],
  ['token', 'status'],
  ['qr', 'decode', PAYLOAD],
  ['ewallet', 'inquire', ...PAYMENT],
  ['--sandbox', 'ewallet', 'create', ...PAYMENT, '--total-fee', '100.00', '-o', 'json'],
  ['--sandbox', 'sandbox', 'pay', 'SBX0001'],
  ['--sandbox', 'ewallet', 'inquire', ...PAYMENT],
  ['reconcile', '--orders', 'night.csv', '--bank', 'night.csv', '-o', 'json'],
];

const dist = process.argv[2];
const home = mkdtempSync(join(tmpdir(), 'payctl-compile-'));
const server = createServer((request, response) => {
  const data = request.url.includes('oauth') ? TOKEN : TRADE;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ ...ANSWER, data }));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const { exit } = process;
try {
  setUp(`http://127.0.0.1:${server.address().port}`);
  const { loader, cache } = await load({
    loader: 'src/host/loader.ts',
    cache: 'src/host/code-cache.ts',
  });
  const program = new loader.Loader({}, createRequire(join(dist, 'main.js')));
  for (const run of RUNS) await carryOut(program.load(join(dist, 'start.js')), run);
  const folder = join(dist, 'code', `${process.version}-${process.arch}`);
  mkdirSync(folder, { recursive: true });
  for (const made of program.made()) writeFileSync(join(folder, made.name), cache.pack([made]));
} finally {
  rmSync(home, { recursive: true, force: true });
}
exit(0);

/** A home of its own, a bank, and a file of payments. */
function setUp(url) {
  process.chdir(home);
  writeFileSync('night.csv', NIGHT);
  const kept = { PATH: process.env.PATH, LANG: 'C.UTF-8' };
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, kept, {
    HOME: home,
    PAYCTL_BASE_URL: url,
    PAYCTL_API_KEY: 'a1b2c3d4-0000-4000-8000-000000000001',
    PAYCTL_API_SECRET: 'loopback-secret',
    PAYCTL_COMPANY_ID: '12345',
    PAYCTL_TERMINAL_ID: '00000001',
  });
}

/** One run of the program, in this process. */
async function carryOut({ start }, args) {
  let ended;
  process.exit = (code) => {
    ended = code;
  };
  process.argv = [process.execPath, join(dist, 'main.js'), ...args];
  await start();
  if (ended !== 0) throw new Error(`payctl ${args.join(' ')} ended with exit ${ended}`);
}
