import { describe, expect, it } from 'vitest';
import { checkInput } from '../../src/bank/check.js';
import { exampleInput } from '../../src/bank/envelope.js';
import { loadCatalogue } from '../../src/bank/families.js';
import { listFlags } from '../../src/bank/flags.js';
import { NOWHERE, payctl } from '../fixtures/command.js';

const cases = (await loadCatalogue()).flatMap((operation) =>
  listFlags(operation)
    .filter(({ open }) => open)
    .map((flag) => ({ operation, flag, name: `${operation.command.join(' ')} ${flag.flag}` })),
);

describe('a flag whose values are known', () => {
  it('is in every family that has one', () => {
    expect(cases.map(({ name }) => name)).toContain('bill inquire --event-code');
    expect(cases.length).toBeGreaterThan(6);
  });

  it.each(cases)('$name refuses another, with the values', async ({ operation, flag }) => {
    const wrong = [...operation.command, flag.flag, 'WRONG'];
    const { code, stderr: text } = await payctl(wrong, { env: NOWHERE });
    expect(code).toBe(2);
    for (const known of flag.choices ?? []) expect(text).toContain(known);
    expect(text).toContain(`${flag.flag} is "WRONG"`);
  });

  it.each(cases)('$name is shown in help', async ({ operation, flag }) => {
    const { stdout } = await payctl([...operation.command, '--help']);
    const words = stdout.replaceAll(/\s+/g, ' ');
    expect(words).toContain(`[${flag.choices?.join(', ')}]`);
  });

  it.each(cases)('$name may be another as a raw field', ({ operation, flag }) => {
    const input = exampleInput(operation, { [flag.field]: 'OTH' });
    const checked = checkInput(operation, input, { environment: 'live', now: 0 });
    const problems = checked.ok ? [] : checked.problems;
    expect(problems.filter(({ field }) => field === flag.field)).toEqual([]);
  });
});
