import { describe, expect, it } from 'vitest';
import { failureJson, failureText } from '../../../src/cli/output/error.js';
import type { Outcome } from '../../../src/client/outcome.js';
import { payctl, phrase } from '../../../src/core/command-line.js';
import { EXIT, type ExitClass, PayctlError } from '../../../src/core/errors.js';
import { number, stringifyJson } from '../../../src/core/json.js';
import { sayEnglish, speaker } from '../../../src/core/message.js';
import { styleFor } from '../../../src/format/style.js';
import { unbreakable } from '../../../src/format/width.js';
import { wording } from '../../../src/messages/wording.js';
import { toFailure } from '../../../src/runtime/failure.js';
import { toEnvelope } from '../../../src/runtime/result-data.js';

const plain = await styleFor(0);

const refused: Outcome = {
  class: 'REJECTED',
  executed: 'no',
  operation: 'ewallet.pay',
  request: { method: 'POST', url: 'https://bank.example/v1/pay', requestUId: 'a'.repeat(32) },
  http: { status: 400, ms: 12 },
  status: { code: '1111', description: 'Duplicate', details: { reason: 'seen before' } },
  message: wording.quoted('the bank refused it: 1111 Duplicate'),
  hint: wording.quoted('payctl ewallet inquire'),
};

describe('a failure for a person', () => {
  it('lists a problem of an input under its field where there is no flag', () => {
    const error = new PayctlError('USAGE', wording.quoted('1 field is wrong; nothing was sent'), {
      details: [{ field: 'totalFee', message: 'is "1,0"; give digits such as 100.00' }],
    });
    expect(failureText(toFailure(error), plain, sayEnglish)).toMatchInlineSnapshot(`
      "error: 1 field is wrong; nothing was sent
        totalFee is "1,0"; give digits such as 100.00
      "
    `);
  });

  it('is broken between words, also of Thai, and never within a command', () => {
    const error = new PayctlError(
      'CONFIG',
      wording.quoted('the confirmations of this profile are damaged: nothing can be said of them'),
      {
        hint: phrase`see what is damaged with ${payctl.on('shop')`journal verify --since 30d`}`,
      },
    );
    const say = speaker({ reader: 'terminal', showCommand: unbreakable });
    expect(failureText(toFailure(error), plain, say, undefined, 40)).toMatchInlineSnapshot(`
      "error: the confirmations of this
        profile are damaged: nothing
        can be said of them
        hint: see what is damaged with
          payctl -p shop journal verify --since 30d
      "
    `);
    const thai = wording.quoted('ไม่พบรายการนี้ทั้งที่ธนาคารและในเครื่องนี้');
    const lines = failureText(
      toFailure(new PayctlError('NOT_FOUND', thai)),
      plain,
      sayEnglish,
      undefined,
      30,
    );
    expect(lines).toMatchInlineSnapshot(`
      "error: ไม่พบรายการนี้ทั้งที่ธนาคาร
        และในเครื่องนี้
      "
    `);
  });

  it('shows the details of the bank, what the code means, and no control character', () => {
    const text = failureText(
      toFailure({ ...refused, message: wording.quoted('the bank said \u001b[2J') }),
      plain,
      sayEnglish,
      '1111: this reference was used before',
    );
    expect(text).toMatchInlineSnapshot(`
      "error: the bank said \\u001b[2J
        details: {"reason":"seen before"}
        meaning: 1111: this reference was used before
        hint: payctl ewallet inquire
      "
    `);
  });
});

describe('a failure for a script', () => {
  it('is one line of JSON with every key of the contract', () => {
    expect(failureJson(toFailure(refused), sayEnglish)).toBe(
      `{"error":{"class":"REJECTED","exit":5,"message":"the bank refused it: 1111 Duplicate","code":"1111","httpStatus":400,"requestUId":"${'a'.repeat(32)}","executed":"no","safeToRetry":false,"details":{"reason":"seen before"},"hint":"payctl ewallet inquire"}}\n`,
    );
  });

  it('has null where nothing is known, and escapes invisible characters', () => {
    expect(
      failureJson(toFailure(new PayctlError('USAGE', wording.quoted('bad \u202e\n'))), sayEnglish),
    ).toBe(
      '{"error":{"class":"USAGE","exit":2,"message":"bad \\u202e\\n","code":null,"httpStatus":null,"requestUId":null,"executed":"no","safeToRetry":false,"details":null,"hint":null}}\n',
    );
  });

  it('is safe to retry exactly where the exit table says so', () => {
    const names = Object.keys(EXIT).filter((name): name is ExitClass => name in EXIT);
    const repeatable = names.filter(
      (name) => toFailure(new PayctlError(name, wording.quoted(''))).safeToRetry,
    );
    expect(repeatable).toEqual(['RATE_LIMITED', 'UNAVAILABLE', 'INTERRUPTED', 'TERMINATED']);
  });

  it('never calls an unknown outcome unexecuted', () => {
    expect(toFailure(new PayctlError('OUTCOME_UNKNOWN', wording.quoted(''))).executed).toBe(
      'unknown',
    );
    expect(toFailure(new PayctlError('INTERNAL', wording.quoted(''))).executed).toBe('unknown');
    expect(toFailure(new PayctlError('USAGE', wording.quoted(''))).executed).toBe('no');
  });
});

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
  expect(stringifyJson(toEnvelope(outcome))).toBe(
    '{"request":{"operation":"ewallet.inquire","method":"POST","url":"https://bank.example/v1/x","requestUId":"u"},"http":{"status":200,"ms":41},"status":{"code":1000,"description":"Success"},"data":{"amount":100.00}}',
  );
});

it('leaves out what never came and says what was replayed', () => {
  const bare = { ...outcome, http: undefined, status: undefined, data: undefined };
  expect(stringifyJson(toEnvelope({ ...bare, replayed: true }))).toBe(
    '{"request":{"operation":"ewallet.inquire","method":"POST","url":"https://bank.example/v1/x","requestUId":"u"},"data":{},"replayed":true}',
  );
});
