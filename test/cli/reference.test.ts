import { describe, expect, it } from 'vitest';
import type { Operation } from '../../src/bank/define.js';
import { loadCatalogue } from '../../src/bank/families.js';
import { listFlags } from '../../src/bank/flags.js';
import { argumentName } from '../../src/runtime/read-input.js';
import { NOWHERE, newPartner, payctl } from '../fixtures/command.js';

const DD = { PAYCTL_DD_MERCHANT_ID: '1234567890', PAYCTL_SUB_ACCOUNT_ID: '000000000001' };

async function said(argv: readonly string[]) {
  const { code, stdout, stderr } = await payctl(argv, { env: { ...NOWHERE, ...DD } });
  return { code, stdout, stderr };
}

const referenced = (await loadCatalogue()).filter(
  (operation) =>
    operation.id !== 'slip.verify' && listFlags(operation).some(({ positional }) => positional),
);

/** The words of a call, all fields by their flags but the reference. */
function callOf(operation: Operation) {
  const { example, command } = operation;
  const flags = listFlags(operation);
  const reference = flags.find(({ positional }) => positional);
  const value = example[reference?.field ?? ''] ?? 'REFERENCE1';
  const others = flags.flatMap(({ field, flag, positional }) =>
    example[field] === undefined || positional ? [] : [flag, example[field]],
  );
  const words = [...command, ...others, '--dry-run'];
  return { words, value, flag: reference?.flag ?? '', name: reference && argumentName(reference) };
}

describe('the reference of a call', () => {
  it.each(referenced.map((operation) => [operation.id, operation] as const))(
    'stands alone or with its flag: %s',
    async (_, operation) => {
      const { words, value, flag } = callOf(operation);
      const flagged = await said([...words, flag, value]);
      expect(flagged.code, flagged.stderr).toBe(0);
      expect(flagged.stdout).toContain(value);
      expect(await said([...words, value])).toEqual(flagged);
      expect(await said([...words, value, flag, value])).toEqual(flagged);
      const both = await said([...words, value, flag, 'OTHER1']);
      expect(both).toEqual({
        code: 2,
        stdout: '',
        stderr: `error: two references are given: "${value}", and ${flag} "OTHER1"\n  hint: leave out ${flag}\n`,
      });
    },
  );

  it('is no name of a file, unless its flag says so', async () => {
    const words = ['ewallet', 'inquire', '--tran-type', 'W', '--dry-run'];
    expect(await said([...words, 'slip.png'])).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: "slip.png" looks like a file, but outTradeNo is a reference\n  hint: payctl investigate FILE reads a file; give a reference of that name with --out-trade-no\n',
    });
    expect((await said([...words, '--out-trade-no', 'slip.png'])).code).toBe(0);
    expect((await said([...words, 'A/1'])).code).toBe(0);
  });

  it('is named as it was given where it is wrong', async () => {
    const long = 'A'.repeat(51);
    const words = ['ewallet', 'inquire', '--tran-type', 'W'];
    expect((await said([...words, long])).stderr).toContain('  <outTradeNo> has 51 characters');
    const flagged = await said([...words, '--out-trade-no', long]);
    expect(flagged.stderr).toContain('  --out-trade-no has 51 characters');
    expect((await said(words)).stderr).toContain('  --out-trade-no is missing');
    expect((await said(['qr', 'inquire'])).stderr).toContain('  <qrId> is missing');
    expect((await said(['qr', 'inquire', '--qr-id', 'a b'])).stderr).toContain('  --qr-id must');
  });
});

const pay = (reference: string) => [
  ...'ewallet pay --tran-type W --total-fee 10 --buyer-identity-code 280000000000000001'.split(' '),
  ...['--out-trade-no', reference],
];
const TWICE = ['SBX0001 ', ' SBX0001', 'SBX0001\u00a0', '\u200bSBX0001', 'SBX0001\u0e01'];

describe('a reference with more at its ends than can be seen', () => {
  it.each(TWICE)('is refused before anything is sent: %j', async (reference) => {
    const partner = await newPartner();
    const refused = await partner.payctl(pay(reference));
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--out-trade-no')]);
    const company = await partner.payctl([...pay('SBX0001'), '--company-id', '00100\u00a0']);
    expect([company.code, company.stderr]).toEqual([2, expect.stringContaining('--company-id')]);
    const kept = partner.files.paths().filter((path) => !path.endsWith('/format.json'));
    expect(kept).toEqual([]);
  });

  it.each([
    ['e\u0301', '\u00e9'],
    ['\u0e01\u0e4d\u0e32', '\u0e01\u0e33'],
    ['\u0e01\u0e4d\u0e48\u0e32', '\u0e01\u0e48\u0e33'],
    ['\u0e40\u0e40\u0e01', '\u0e41\u0e01'],
  ])(
    'is refused in parts of letters, which look like the same in one piece: %j',
    async (parts, whole) => {
      const refused = await (await newPartner()).payctl(pay(`SBX${parts}1`));
      expect([refused.code, refused.stderr]).toEqual([
        2,
        expect.stringContaining('(Unicode not in'),
      ]);
      expect((await (await newPartner()).payctl([...pay(`SBX${whole}1`), '--dry-run'])).code).toBe(
        0,
      );
    },
  );

  it('is refused in a batch before the first row', async () => {
    const partner = await newPartner();
    const rows = ['SBX0001', ...TWICE].map((reference) => ({
      outTradeNo: reference,
      tranType: 'W',
      totalFee: '10',
      buyerIdentityCode: '280000000000000001',
    }));
    const stdin = rows.map((row) => JSON.stringify(row)).join('\n');
    const words = 'batch ewallet.pay - --format jsonl --yes'.split(' ');
    const refused = await partner.payctl(words, { stdin });
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('5 of 6 rows cannot be sent; nothing was sent'),
    ]);
    const kept = partner.files.paths().filter((path) => !path.endsWith('/format.json'));
    expect(kept).toEqual([]);
  });

  it('may still be asked about: an older version may have sent it', async () => {
    const partner = await newPartner();
    const asked = 'ewallet inquire --tran-type W --out-trade-no'.split(' ');
    expect((await partner.payctl([...asked, 'SBX0001\u00a0'])).code).toBe(6);
  });
});
