import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findOperation } from '../../../src/bank/families.js';
import { parseJson } from '../../../src/core/json.js';
import { type Rendering, renderRaw, renderResult } from '../../../src/format/render.js';
import { width } from '../../../src/format/width.js';
import { forbiddenIn, hostileText } from './hostile.js';

const FORMATS: readonly Rendering['format'][] = ['table', 'json', 'jsonl', 'csv', 'yaml'];

const TRADE = parseJson(
  '{"nonceStr":"","transactionId":"20240131000000000001","amount":"100.00","tradeState":"USERPAYING","buyerUserId":"2088000000001234","exchangeRate":"","other":{"deep":[1.50,2]}}',
);

const BILLS = parseJson(`[
  {"transactionId":"T1","amount":"9.50","payerName":"สมมุติ ทดลอง","billPaymentRef1":"INV1","transactionDateandTime":"2024-01-31T09:00:00+07:00"},
  {"transactionId":"T2","amount":"12000.00","payerName":"漢字","billPaymentRef1":"INV2","transactionDateandTime":"2024-01-31T09:01:00+07:00"}
]`);

describe('a table', () => {
  it('shows a record as its leading fields, then the others that are not empty', async () => {
    const text = await renderResult(TRADE, {
      format: 'table',
      view: (await findOperation('ewallet.inquire'))?.view,
    });
    expect(text).toMatchInlineSnapshot(`
      "tradeState     USERPAYING
      amount         100.00
      transactionId  20240131000000000001
      exchangeRate   -
      buyerUserId    ***1234
      other
        deep  1.50, 2
      "
    `);
  });

  it('shows a list as columns, amounts to the right, names masked', async () => {
    const how = { format: 'table', view: (await findOperation('bill.inquire'))?.view } as const;
    expect(await renderResult(BILLS, how)).toMatchInlineSnapshot(`
      "TIME                   AMOUNT  REF1  PAYER  TRANSACTION ID
      2024-01-31 09:00:00      9.50  INV1  ส***   T1
      2024-01-31 09:01:00  12000.00  INV2  漢***  T2
      "
    `);
    expect(await renderResult(BILLS, { ...how, showPersonal: true })).toMatchInlineSnapshot(`
      "TIME                   AMOUNT  REF1  PAYER       TRANSACTION ID
      2024-01-31 09:00:00      9.50  INV1  สมมุติ ทดลอง  T1
      2024-01-31 09:01:00  12000.00  INV2  漢字        T2
      "
    `);
  });

  it('cuts sentences to the terminal but never ids, and stacks what does not fit', async () => {
    const data = parseJson(
      `[{"code":"PML_T30","description":"${'a long description '.repeat(5)}","qrId":"20240131090000123000000"}]`,
    );
    const how = { format: 'table', isTTY: true } as const;
    expect(await renderResult(data, { ...how, columnsOfTerminal: 60 })).toMatchInlineSnapshot(`
      "CODE     DESCRIPTION                 QR ID
      PML_T30  a long description a long…  20240131090000123000000
      "
    `);
    expect(await renderResult(data, { ...how, columnsOfTerminal: 20 })).toMatchInlineSnapshot(`
      "code         PML_T30
      description  a long description a long description a long description a long description a long description 
      qrId         20240131090000123000000
      "
    `);
  });

  it("leaves out the last columns of payctl's own lists, none that was asked for", async () => {
    const data = parseJson(
      '[{"operation":"ewallet.pay","reference":"SBXSHOP0001","state":"succeeded","amount":"100.00","exit":0,"profile":"shop","startedAt":"2026-01-31T09:00:00.000Z"}]',
    );
    const how = {
      format: 'table',
      isTTY: true,
      view: {
        fields: [
          'operation',
          'reference',
          'state',
          'amount',
          'exit',
          'startedAt',
          'profile',
          'endedAt',
        ],
        keep: 3,
      },
    } as const;
    expect(await renderResult(data, { ...how, columnsOfTerminal: 80 })).toMatchInlineSnapshot(`
      "OPERATION    REFERENCE    STATE      AMOUNT  EXIT  STARTED AT           PROFILE
      ewallet.pay  SBXSHOP0001  succeeded  100.00     0  2026-01-31 16:00:00  shop
      "
    `);
    expect(await renderResult(data, { ...how, columnsOfTerminal: 40 })).toMatchInlineSnapshot(`
      "OPERATION    REFERENCE    STATE
      ewallet.pay  SBXSHOP0001  succeeded
      "
    `);
    const columns = ['reference', 'startedAt', 'profile'];
    const named = await renderResult(data, { ...how, columns, columnsOfTerminal: 40 });
    expect(named).toContain('profile    shop');
  });

  it('indents nested objects and lists under their names', async () => {
    const data = parseJson(
      '{"paymentService":{"qr":[{"code":"T30","status":"ACTIVE","transactionLimit":{"minimum":1.00,"maximum":50000.00}},{"code":"QRCS","status":"INACTIVE","transactionLimit":{"minimum":100.00,"maximum":9000.00}}]},"tranAmount":{"amount":"5.00","currency":"THB"},"tags":["a","b"]}',
    );
    expect(await renderResult(data, { format: 'table' })).toMatchInlineSnapshot(`
      "paymentService
        qr
          CODE  STATUS    MINIMUM   MAXIMUM
          T30   ACTIVE       1.00  50000.00
          QRCS  INACTIVE   100.00   9000.00
      tranAmount  5.00 THB
      tags        a, b
      "
    `);
  });

  it('colours states only where colours are on', async () => {
    const data = parseJson('{"tradeState":"SUCCESS","note":"SUCCESS"}');
    const plain = await renderResult(data, { format: 'table', isTTY: true });
    expect(plain).not.toContain('\u001b');
    const coloured = await renderResult(data, { format: 'table', isTTY: true, colour: 1 });
    expect(coloured.split('\u001b[32mSUCCESS')).toHaveLength(2);
  });

  it('says the size of an image instead of showing it', async () => {
    const data = { qrImage: 'R0lG'.repeat(500) };
    const text = await renderResult(data, { format: 'table' });
    expect(text).toMatch(/^qrImage {2}R0lGR0lG.*… \(2000 characters; -o json shows all\)\n$/);
  });

  it('takes a field for a field where objects have a method of that name', async () => {
    const rows = parseJson('[{"valueOf":"A"},{"valueOf":"B"}]');
    expect(await renderResult(rows, { format: 'table', view: { labels: {} } })).toBe(
      'VALUE OF\nA\nB\n',
    );
  });

  it('is as wide in every row, whatever the script', async () => {
    const names = ['จำกัด', '漢字', '🎉🇹🇭', 'plain', 'e\u0301', 'ｱ'];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...names), { minLength: 2 }), async (some) => {
        const data = some.map((memo) => ({ memo, last: 'x' }));
        const lines = (await renderResult(data, { format: 'table' })).trimEnd().split('\n');
        const ends = lines.map((line) => width(line.replace(/(LAST|x)$/, '')));
        expect(new Set(ends).size).toBe(1);
      }),
    );
  });
});

describe('every format', () => {
  it('lets no hidden character of 500 hostile answers through', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, hostileText, async (key, value) => {
        const name = key === '__proto__' ? 'proto' : key;
        const record = { [name]: value, nested: { [name]: [value] }, list: [{ [name]: value }] };
        for (const data of [record, [record, record], value, [value]]) {
          for (const format of FORMATS) {
            const text = await renderResult(data, { format, isTTY: true, columnsOfTerminal: 40 });
            expect(forbiddenIn(text)).toEqual([]);
          }
        }
        const raw = renderRaw(new TextEncoder().encode(value), true);
        expect(forbiddenIn(String(raw))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps every digit of a number', async () => {
    const data = parseJson(
      '{"amount":100.00,"big":1234567890123.45,"id":12345678901234567890,"e":1E400}',
    );
    expect(await renderResult(data, { format: 'json' })).toBe(
      '{"amount":100.00,"big":1234567890123.45,"id":12345678901234567890,"e":1E400}\n',
    );
    expect(await renderResult(data, { format: 'yaml' })).toBe(
      'amount: 100.00\nbig: 1234567890123.45\nid: 12345678901234567890\ne: 1E400\n',
    );
    expect(await renderResult(data, { format: 'csv' })).toBe(
      'amount,big,id,e\n100.00,1234567890123.45,12345678901234567890,1E400\n',
    );
  });

  it('is indented JSON on a terminal and one line in a pipe', async () => {
    const data = parseJson('{"a":[1.0]}');
    expect(await renderResult(data, { format: 'json', isTTY: true })).toBe(
      '{\n  "a": [\n    1.0\n  ]\n}\n',
    );
    expect(await renderResult(data, { format: 'jsonl', isTTY: true })).toBe('{"a":[1.0]}\n');
  });

  it('writes YAML that readers of 1.1 take for the same text', async () => {
    const data = parseJson(
      '{"ref":"100.00","flag":"no","time":"12:30","text":"two\\nlines","none":null}',
    );
    expect(await renderResult(data, { format: 'yaml' })).toMatchInlineSnapshot(`
      "ref: "100.00"
      flag: "no"
      time: "12:30"
      text: "two\\nlines"
      none: null
      "
    `);
  });
});

describe('raw', () => {
  it('is the bytes in a pipe and visible text on a terminal', () => {
    const bytes = new TextEncoder().encode('{"a":"\u001b[2J"}');
    expect(renderRaw(bytes, false)).toBe(bytes);
    expect(renderRaw(bytes, true)).toBe('{"a":"\\u001b[2J"}\n');
  });
});
