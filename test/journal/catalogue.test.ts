import { describe, expect, it } from 'vitest';
import { checkInput } from '../../src/bank/check.js';
import type { Fields } from '../../src/bank/define.js';
import { loadCatalogue, loadOperation } from '../../src/bank/families.js';
import { generate } from '../../src/bank/generate.js';
import { maskSensitive } from '../../src/bank/privacy.js';
import { questionsAfter } from '../../src/bank/questions.js';
import { withoutUndefined } from '../../src/core/fields.js';
import { fromPlain, isJsonObject } from '../../src/core/json.js';
import { fakeHost } from '../fixtures/fake-host.js';

const money = (await loadCatalogue()).filter(({ effect }) => effect === 'money');
const NOW = Date.UTC(2026, 2, 2, 3);

/** What the journal relies on in the records of what can move money. */
describe.each(money.map((operation) => [operation.id, operation] as const))(
  '%s',
  (_, operation) => {
    const { resolution } = operation;
    const example: Fields = { ...operation.example };

    if (resolution)
      it('can be inquired with what the journal keeps of it', async () => {
        const kept = maskSensitive(fromPlain(example));
        if (!isJsonObject(kept)) throw new Error('not an object');
        const value = String(example[operation.reference ?? '']);
        const [question] = questionsAfter(resolution, value, kept, NOW);
        expect([question]).toEqual(questionsAfter(resolution, value, example, NOW).slice(0, 1));
        const asked = withoutUndefined(question?.input ?? {});
        const inquiry = await loadOperation(question?.operation ?? '');
        expect(inquiry.effect).toBe('read');
        const { random } = fakeHost();
        const made = Object.entries(inquiry.generated ?? {}).map(
          ([name, kind]) => [name, generate(kind, { now: NOW, random })] as const,
        );
        const input = { ...Object.fromEntries(made), ...asked };
        expect(checkInput(inquiry, input, { environment: 'live', now: NOW })).toMatchObject({
          ok: true,
        });
      });

    it('is not proven by an empty inquiry', () => {
      expect(resolution?.verdict({})).toBeUndefined();
      expect(resolution?.verdict(null)).toBeUndefined();
      expect(resolution?.verdict([])).toBeUndefined();
    });

    it('counts on absence only where a limit of the bank allows it', () => {
      if (operation.id === 'ewallet.pay') expect(resolution?.absentAfterMs).toBe(180_000);
      else expect(resolution?.absentAfterMs).toBeUndefined();
    });
  },
);
