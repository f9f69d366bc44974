// @ts-check
// The main job on the embedded bank, as a person would type it. Every figure and reference below
// comes from a real run in an empty, temporary home.
import { BIN, inScratch, run, scratchEnvironment } from './shared.mjs';

const bold = (text) => (process.stdout.isTTY ? `\x1b[1m${text}\x1b[0m` : text);
const ORDER = '--tran-type W --out-trade-no SBXDEMO0001';

await inScratch((home) => {
  const env = { ...scratchEnvironment(home), TERM: process.env.TERM ?? 'dumb' };
  const step = (why, line) => {
    console.log(`\n# ${why}\n${bold(`$ payctl ${line}`)}`);
    const args = [BIN, ...line.split(' '), '-o', 'table'];
    const shown = run(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    process.stdout.write(shown);
    return shown;
  };
  step('An access token, cached for the next commands', '--sandbox token');
  const qr = step(
    'A Thai QR 30 for 100 baht, drawn and checked against what was asked',
    '--sandbox qr create --ref1 ORDER1 --ref2 SHOP7 --amount 100.00',
  );
  const [payload] = /000201\S{40,}/.exec(qr) ?? [];
  step('What the payload says, field by field', `qr decode ${payload}`);
  step('An e-wallet QR', `--sandbox ewallet create ${ORDER} --total-fee 250.00`);
  step('The sandbox customer scans it and pays', 'sandbox pay SBXDEMO0001');
  step('Did the customer pay?', `--sandbox ewallet inquire ${ORDER}`);
  const refund = `--sandbox ewallet refund ${ORDER} --total-fee 250.00`;
  step('The money goes back', refund);
  step('The same command again: answered from the journal, not sent twice', refund);
  step('What this machine sent that can move money', '--sandbox journal list');
});
