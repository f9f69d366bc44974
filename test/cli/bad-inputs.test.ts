import { describe, expect, it } from 'vitest';
import { loadOperation } from '../../src/bank/families.js';
import { listFlags } from '../../src/bank/flags.js';
import { BAD_INPUTS, type BadInput } from '../fixtures/bad-inputs.js';
import { payctl } from '../fixtures/command.js';
import { stubBank } from '../fixtures/stub-bank.js';

const bank = await stubBank(() => ({}));
const { PAYCTL_COMPANY_ID: _, PAYCTL_TERMINAL_ID: __, ...CONNECTION } = bank.env;

async function argvOf(bad: BadInput): Promise<string[]> {
  const operation = await loadOperation(bad.operation);
  const flags = new Map(listFlags(operation).map((flag) => [flag.field, flag]));
  const fields = { ...operation.example, ...bad.change };
  const argv = operation.id === 'qr.createV1' ? ['--api', 'v1'] : [];
  for (const [field, value] of Object.entries(fields)) {
    const flag = flags.get(field);
    if (value === undefined) continue;
    if (field === operation.positional) argv.push(value);
    else if (flag) argv.push(flag.flag, value);
    else argv.push('-f', `${field}=${value}`);
  }
  return [...operation.command, ...argv];
}

/**
 * What no person types as a field: credentials, the type by which the command picks its version,
 * and the source of a slip, from which the command reads the reference itself.
 */
const UNTYPED = ['token.issue applicationKey', 'qr.create qrType', 'slip.verify transRef'];
const TYPED = BAD_INPUTS.filter(
  ({ operation, field }) =>
    !UNTYPED.includes(`${operation} ${field}`) && operation !== 'token.issue',
);

describe('bad input', () => {
  it('has a table of at least 80', () => {
    expect(TYPED.length).toBeGreaterThanOrEqual(80);
  });

  it.each(TYPED.map((bad, index) => [`${index} ${bad.operation} ${bad.field}`, bad] as const))(
    '%s: exit 2, names the flag, sends nothing',
    async (_, bad) => {
      const env = { ...CONNECTION, PAYCTL_ENVIRONMENT: bad.environment ?? 'live' };
      const { code, stdout, stderr } = await payctl(await argvOf(bad), { env });
      const operation = await loadOperation(bad.operation);
      const flag = listFlags(operation).find(({ field }) => field === bad.field);
      const named =
        bad.field === operation.positional ? `<${bad.field}>` : (flag?.flag ?? bad.field);
      expect(code, stderr).toBe(2);
      expect(stderr).toContain(named);
      expect(stderr).toContain(bad.says);
      expect(stdout).toBe('');
      expect(bank.calls).toEqual([]);
    },
  );

  it('reports all problems of one input together', async () => {
    const pay = `ewallet pay --tran-type Q --out-trade-no ${'A'.repeat(51)} --total-fee 1.234`;
    const { code, stderr } = await payctl(pay, { env: CONNECTION });
    expect(code).toBe(2);
    expect(stderr).toMatchInlineSnapshot(`
      "error: ewallet pay: 6 problems in the input; nothing was sent
        --tran-type is "Q"; use A or W
        --company-id is missing; give it, or set companyId in the profile
        --terminal-id is missing; give it, or set terminalId in the profile
        --out-trade-no has 51 characters; at most 50 are allowed
        --total-fee is not an amount: use digits with at most two decimals, for example 100 or 100.00
        --buyer-identity-code is missing
        hint: payctl ewallet pay --help
      "
    `);
  });
});
