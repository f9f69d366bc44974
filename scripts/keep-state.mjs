// @ts-check
// npm run keep:state [-- BIN NAME]: the two directories of a made-up partner who used payctl (or the
// build BIN), as test/kept/NAME.tar.gz. After a release; the tests read them with every later version.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BIN, exported, root, run, scratchEnvironment, serve } from './shared.mjs';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const [bin = BIN, name = version] = process.argv.slice(2);
/** Nothing listens there when the state is read again. */
const PORT = '48123';
const INBOX = '48124';

const place = mkdtempSync(join(tmpdir(), 'payctl-keep-'));
const [bank, partner] = [join(place, 'bank'), join(place, 'partner')];
for (const home of [bank, partner]) mkdirSync(home);

/** Runs a line; `exits` are the codes that it may end with. */
function payctl(home, line, exits = [0], input = '') {
  const options = { cwd: home, env: scratchEnvironment(home), input, exits };
  return run(process.execPath, [bin, ...line.split(' ')], options).trim();
}

/** A server of payctl, when it has said that it listens. */
const serving = (home, line, ready) =>
  serve(bin, line.split(' '), ready, { cwd: home, env: scratchEnvironment(home) });

/** By reference: whoever makes the charge again needs the same. */
const buyers = {};

/** A charge by a buyer's code. */
function pay(reference, exits) {
  const code = payctl(bank, 'sandbox buyer-code --wallet W --raw');
  buyers[reference] = code;
  const line = `ewallet pay --tran-type W --out-trade-no ${reference} --total-fee 10.00`;
  payctl(partner, `${line} --buyer-identity-code ${code} --wait 0`, exits);
}

const CONFIRMATION = {
  payeeProxyId: '010000000000101',
  payeeProxyType: 'BILLERID',
  payeeAccountNumber: '1110000001',
  payeeName: 'Demo Shop',
  payerAccountNumber: '2220000001',
  payerName: 'DEMO BUYER',
  sendingBankCode: '999',
  receivingBankCode: '999',
  amount: '100.00',
  channelCode: 'PMH',
  transactionId: '202601310000000000000000001',
  transactionDateandTime: '2026-01-31T10:00:00+07:00',
  billPaymentRef1: 'KEPT1',
  billPaymentRef2: 'T1',
  billPaymentRef3: 'SBX',
  currencyCode: '764',
  transactionType: 'Domestic Transfers',
};

try {
  const server = await serving(bank, `sandbox serve --port ${PORT} --rate-limit 0`, /qr create/);
  const { PAYCTL_API_SECRET: secret, ...settings } = exported(server.said);
  const flags = Object.entries(settings).map(
    ([name, value]) => `--${name.slice(7).toLowerCase().replaceAll('_', '-')} ${value}`,
  );
  payctl(partner, `init --name shop --secret-stdin --store file ${flags.join(' ')}`, [0], secret);
  payctl(partner, 'config use shop');

  pay('SBXKEPT1', [0]);
  payctl(bank, 'sandbox faults before-commit --operation ewallet.inquire');
  payctl(bank, 'sandbox faults committed-but-reply-lost --operation ewallet.pay --times 1');
  pay('SBXKEPT2', [10]);
  payctl(bank, 'sandbox faults before-commit --operation ewallet.pay --times 1');
  pay('SBXKEPT3', [10]);
  payctl(bank, 'sandbox faults clear');
  payctl(partner, 'journal settle SBXKEPT3 --as not-executed --note made-up');
  const refund = 'ewallet refund --tran-type W --total-fee 1.00 --out-trade-no';
  payctl(partner, `${refund} SBXKEPTNONE --wait 0`, [5, 6]);
  const transfer = '--payee-account-no 2220000001 --payee-bank-code 999 --currency THB';
  const id = payctl(
    partner,
    `transfer credit initiate ${transfer} --partner-transaction-id KEPTTRANSFER1 --amount 10.00 -o json -q tokenizerId`,
  );
  payctl(partner, `transfer credit confirm --tokenizer-id ${JSON.parse(id)} --wait 0`);
  payctl(partner, 'qr create --ref1 KEPTCODE1 --ref2 T1 --ref3 SBX --amount 5.00');

  const rows = join(partner, 'rows.csv');
  writeFileSync(rows, 'outTradeNo\nSBXKEPT1\nSBXKEPTNONE\n');
  payctl(partner, 'batch ewallet.inquire rows.csv -f tranType=W --out results.jsonl', [11]);

  const inbox = await serving(partner, `listen --port ${INBOX}`, /listening on/);
  const answer = await fetch(`http://127.0.0.1:${INBOX}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(CONFIRMATION),
  });
  if (!answer.ok) throw new Error(`the confirmation was answered with ${answer.status}`);
  await inbox.end();
  await server.end();

  writeFileSync(join(partner, 'buyers.json'), JSON.stringify(buyers));
  const out = join(root, 'test/kept', `${name}.tar.gz`);
  const plain = ['--sort=name', '--mtime=2026-01-31', '--owner=0', '--group=0', '--numeric-owner'];
  const kept = [
    '.config',
    '.local',
    'buyers.json',
    'rows.csv',
    'results.jsonl',
    'results.jsonl.checkpoint',
  ];
  run('tar', ['-czf', out, ...plain, '-C', partner, ...kept]);
  console.log(out);
} finally {
  rmSync(place, { recursive: true, force: true });
}
