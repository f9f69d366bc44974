import { expect, it } from 'vitest';
import type { Outcome } from '../../../src/client/outcome.js';
import { number, stringifyJson } from '../../../src/core/json.js';
import { wording } from '../../../src/messages/wording.js';
import { envelopeOf } from '../../../src/runtime/result-data.js';

const outcome: Outcome = {
  class: 'SUCCESS',
  executed: 'yes',
  operation: 'ewallet.inquire',
  request: { method: 'POST', url: 'https://bank.example/v1/x', requestUId: 'u' },
  http: { status: 200, ms: 41 },
  status: { code: number('1000'), description: 'Success' },
  data: { amount: number('100.00') },
  message: wording.quoted('done'),
};

it('wraps data with request, HTTP and business status', () => {
  expect(stringifyJson(envelopeOf(outcome))).toBe(
    '{"request":{"operation":"ewallet.inquire","method":"POST","url":"https://bank.example/v1/x","requestUId":"u"},"http":{"status":200,"ms":41},"status":{"code":1000,"description":"Success"},"data":{"amount":100.00}}',
  );
});

it('leaves out what never came and says what was replayed', () => {
  const bare = { ...outcome, http: undefined, status: undefined, data: undefined };
  expect(stringifyJson(envelopeOf({ ...bare, replayed: true }))).toBe(
    '{"request":{"operation":"ewallet.inquire","method":"POST","url":"https://bank.example/v1/x","requestUId":"u"},"data":{},"replayed":true}',
  );
});
