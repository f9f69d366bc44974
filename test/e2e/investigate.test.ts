import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeSlip } from '../../src/qr/barcode.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import type { Machine } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';
import { listenOn } from '../fixtures/served-bank.js';

let machine: Machine;

beforeAll(async () => {
  machine = quickMachine();
  await payctl('sandbox settings rateLimit=0');
});

/** A command whose exit code the situation needs. */
async function payctl(words: string | readonly string[], code = 0): Promise<string> {
  const { stdout, stderr, code: ended } = await machine.payctl(words);
  expect(ended, `${String(words)}: ${stderr}`).toBe(code);
  return stdout.trim();
}

async function data(words: string, code = 0): Promise<Record<string, unknown>> {
  return JSON.parse(await payctl(`--sandbox ${words} -o json`, code));
}

interface Report {
  recognised: { as: string; value: string; fit: string }[];
  sources: { source: string; asked: string; result: string; says: string }[];
  timeline: { source: string; what: string; amount?: string; requestUId?: string }[];
  contradictions: { rule: string; severity: string; message: string }[];
  verdict: { class: string; exit: number; sentence: string };
  next: { command: string }[];
  bundle?: { entries: { name: string; sha256: string }[] };
}

async function investigate(id: string, ...options: string[]): Promise<Report & { code: number }> {
  const words = ['--sandbox', 'investigate', id, ...options, '-o', 'json'];
  const { stdout, stderr, code } = await machine.payctl(words);
  expect(stdout, stderr).not.toBe('');
  const report: Report = JSON.parse(stdout);
  expect(code).toBe(report.verdict.exit);
  return { ...report, code: code ?? -1 };
}

const rulesOf = ({ contradictions }: Report) => contradictions.map(({ rule }) => rule);

async function paidWalletQr(reference: string, amount: string): Promise<void> {
  await data(`ewallet create --tran-type W --out-trade-no ${reference} --total-fee ${amount}`);
  await payctl(`sandbox pay ${reference}`);
}

async function payByCode(reference: string, buyer: string, code: number): Promise<void> {
  const shown = await payctl(`sandbox buyer-code --wallet W ${buyer} --raw`);
  const pay = `ewallet pay --tran-type W --out-trade-no ${reference} --total-fee 10.00`;
  await data(`${pay} --buyer-identity-code ${shown} --wait 0 --retries 0`, code);
}

/** Receives messages while `work` runs. */
async function listening(work: (url: string) => Promise<void>): Promise<void> {
  const { child, ended, url } = await listenOn(machine, '--sandbox');
  try {
    await work(url);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

describe('support tickets, solved by investigate alone', () => {
  it('paid but no confirmation', async () => {
    await paidWalletQr('SBXT01', '250.00');
    const report = await investigate('SBXT01');
    expect(report.verdict).toEqual({
      class: 'SUCCESS',
      exit: 0,
      sentence: 'Paid: 250.00 by wallet B; no confirmation of it was received on this machine.',
    });
    expect(report.contradictions).toEqual([]);
  });

  it('confirmation with another amount', async () => {
    await paidWalletQr('SBXT02', '10.00');
    const { transactionId } = await data('ewallet inquire --tran-type W --out-trade-no SBXT02');
    await listening(async (url) => {
      const body = { transactionId, amount: '100.00', qrId: 'SBXT02', transactionType: 'AUTH' };
      const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
      expect(answer.status).toBe(200);
    });
    const report = await investigate('SBXT02');
    expect(report.verdict).toMatchObject({
      exit: 14,
      sentence: 'Contradiction: the confirmation says 100.00, the inquiry says 10.00.',
    });
    expect(rulesOf(report)).toEqual(['confirmation-amount']);
    expect(report.next[0]?.command).toBe('payctl --sandbox investigate SBXT02 --bundle case.zip');
    expect((await investigate(String(transactionId))).verdict).toEqual(report.verdict);
  });

  it('expired QR', async () => {
    await data('ewallet create --tran-type W --out-trade-no SBXT05 --total-fee 5.00');
    await payctl('sandbox clock +3h');
    await payctl('sandbox pay SBXT05', 5);
    const report = await investigate('SBXT05');
    await payctl('sandbox clock now');
    expect(report.verdict).toMatchObject({
      exit: 5,
      sentence:
        'No payment stands: it was cancelled, closed or refunded; the bank says CANCELED 5.00.',
    });
    expect(report.next[0]?.command).toBe('payctl --sandbox explain CANCELED');
  });

  it('slip edited', async () => {
    const { data: created } = await data('qr create --ref1 ORDER6 --ref3 SBX6 --amount 50.00');
    const payload = JSON.stringify(created).match(/"qrRawData":"([^"]+)"/)?.[1] ?? '';
    await payctl(['sandbox', 'pay', payload, '--slip', 'slip.png']);
    const edited = await investigate('slip.png', '--amount', '5000.00');
    expect(edited.verdict).toMatchObject({
      exit: 14,
      sentence: 'Contradiction: the amount given is 5000.00, the bank says 50.00.',
    });
    expect(edited.recognised.map(({ as }) => as)).toEqual(['transRef', 'reference1']);
    const honest = await investigate(payload);
    expect(honest.verdict).toMatchObject({ exit: 0, class: 'SUCCESS' });
  });

  it('slip of another bank', async () => {
    const slip = writeSlip({ sendingBank: '004', transRef: '202603020000000001AbCdE' });
    const report = await investigate(slip);
    expect(report.verdict).toMatchObject({
      exit: 6,
      sentence:
        'Not found: the slip was issued by bank 004 (Kasikornbank), and this bank does not know it.',
    });
  });

  it('partial debit', async () => {
    const { tokenizerId } = await data(
      'transfer debit initiate --payer-account-no 2220000001 --amount 100.00',
    );
    await payctl(`sandbox transfer ${String(tokenizerId)} --plan partial`);
    const initiated = await investigate(String(tokenizerId));
    expect(initiated.verdict).toMatchObject({ exit: 8, class: 'PENDING' });
    await data(`transfer debit confirm --tokenizer-id ${String(tokenizerId)}`, 11);
    const report = await investigate(String(tokenizerId));
    expect(report.verdict).toMatchObject({
      exit: 11,
      sentence: 'Paid in part: 50.00 of 100.00 THB.',
    });
    expect(report.contradictions).toEqual([]);
  });

  it('unknown outcome: it was carried out, or never arrived', async () => {
    await payctl('sandbox faults before-commit --operation ewallet.inquire');
    await payctl('sandbox faults committed-but-reply-lost --operation ewallet.pay --times 1');
    await payByCode('SBXT10', '', 10);
    await payctl('sandbox faults before-commit --operation ewallet.pay --times 1');
    await payByCode('SBXT11', '', 10);
    await payctl('sandbox faults clear');
    const done = await investigate('SBXT10');
    expect(done.verdict).toMatchObject({
      exit: 0,
      sentence: 'Paid: 10.00 by wallet B; our journal says unknown, the bank says SUCCESS 10.00.',
    });
    const lost = await investigate('SBXT11');
    expect(lost.verdict.exit).toBe(10);
    expect(lost.next[0]?.command).toBe('payctl --sandbox journal recover --ref SBXT11');
  });
});

describe('investigate', () => {
  it('goes by the attempt that decides of a charge that was tried again', async () => {
    await payctl('sandbox faults rate-limited --operation ewallet.pay --times 1');
    await payByCode('SBXT12', '', 7);
    await payByCode('SBXT12', '', 0);
    const report = await investigate('SBXT12');
    expect(report.verdict.sentence).toBe('Paid: 10.00 by wallet B.');
    expect(report.contradictions).toEqual([]);
    expect(report.timeline.filter(({ what }) => what.includes('we sent'))).toHaveLength(2);
  });

  it('finds a direct debit by its reference and by the requestUId of the call', async () => {
    await data('dd register --reg-ref REG1 --ref1 C7 --back-url https://shop.example/back');
    await payctl('sandbox registration approve REG1');
    await data('dd charge --ref-number CHARGE1 --amount 75.50 --account-number 2220000001');
    const byReference = await investigate('CHARGE1');
    expect(byReference.verdict.sentence).toMatch(/^Paid: 75.5\d? THB at /);
    const uid = byReference.timeline[0]?.requestUId ?? '';
    const byUid = await investigate(uid);
    expect(byUid.verdict).toEqual(byReference.verdict);
    expect(byUid.recognised[0]).toMatchObject({ as: 'refNumber', value: 'CHARGE1' });
  });

  it('previews its questions, and sends none of them', async () => {
    const { dryRun } = await data('investigate SBXDRY1 --dry-run');
    expect(JSON.stringify(dryRun)).toContain('/v1/payment/ewallets/inquire');
    expect(await payctl('sandbox log --ref SBXDRY1 -o json')).toBe('[]');
  });

  it('writes a case for the bank without secrets or personal data, and lists it', async () => {
    const created = await payctl(
      '--sandbox qr create --ref1 ORDER9 --ref3 SBX9 --amount 50.00 -o json',
    );
    const payload = /"qrRawData":"([^"]+)"/.exec(created)?.[1] ?? '';
    await payctl(['sandbox', 'pay', payload]);
    const shown = await payctl('--sandbox investigate ORDER9 --bundle case.zip -o table');
    expect(shown).toContain('Bundle case.zip: no credentials, names, accounts or bodies');
    const files = unzipSync(readFileSync(`${machine.home}/case.zip`));
    for (const name of Object.keys(files)) expect(shown).toContain(name);
    const text = Object.values(files)
      .map((bytes) => strFromU8(bytes))
      .join('\n');
    expect(text).toContain('ORDER9');
    const token = await payctl('--sandbox token --raw');
    const { apiKey, apiSecret } = SANDBOX_PROFILE;
    for (const secret of [token, apiKey, apiSecret, 'Mali', 'Suksai', '2220000001']) {
      expect(text).not.toContain(secret);
    }
  });

  it('says that the bank could not be asked, and what is missing', async () => {
    await payctl('sandbox faults maintenance');
    const away = await investigate('SBXAWAY1', '--retries', '0');
    expect(away.verdict).toMatchObject({ exit: 9, class: 'UNAVAILABLE' });
    expect(away.next.map(({ command }) => command)).toEqual(['payctl --sandbox doctor']);
    await payctl('sandbox faults clear');
    const wrong = await machine.payctl('--sandbox investigate SBX1 --date someday');
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
  });
});
