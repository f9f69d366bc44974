import { createHash } from 'node:crypto';
import { stripVTControlCharacters } from 'node:util';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { sayEnglish } from '../../src/core/message.js';
import { styleFor } from '../../src/format/style.js';
import { createBundle, toZip } from '../../src/investigate/bundle.js';
import type { Evidence } from '../../src/investigate/evidence.js';
import { judge } from '../../src/investigate/judge.js';
import { stepsAfter } from '../../src/investigate/next-steps.js';
import { createReport, createTimeline, reportJson } from '../../src/investigate/report.js';
import { formatReport } from '../../src/investigate/report-text.js';
import { timeline } from '../../src/messages/timeline.js';
import { wording } from '../../src/messages/wording.js';
import {
  bill,
  confirmed,
  evidence,
  NOW,
  REFERENCES,
  refund,
  sent,
  source,
  statement,
} from './evidence.js';

const CANARIES = [
  'CANARY-api-key',
  'CANARY-secret',
  'CANARY-token',
  'CANARY-name',
  'CANARY-account',
  '0066812345678',
];

const tainted: Evidence = evidence({
  id: `0002010102112937${CANARIES[5]}`,
  payloads: [`0002010102112937${CANARIES[5]}`],
  personal: ['0066812345678'],
  decoded: [
    {
      kind: 'credit-transfer',
      static: true,
      faults: [wording.quoted('29.01 is "0066812345678": 13 digits')],
    },
  ],
  sources: [
    source({ result: 'found', says: 'SUCCESS 100.00', requestUId: 'uid-1', httpStatus: 200 }),
    source({ result: 'no-answer', says: 'for CANARY-name of CANARY-account', class: 'AUTH' }),
  ],
  statements: [
    statement({ word: 'CANARY-token', reason: 'CANARY-name', transactionId: 'CANARY-api-key' }),
  ],
  sent: [
    sent({
      input: { accountNumber: 'CANARY-account', payerName: 'CANARY-name' },
      answer: { at: NOW, class: 'SUCCESS', word: 'CANARY-secret', httpStatus: 200, ms: 40 },
    }),
  ],
  confirmed: [confirmed({ known: { terminalId: 'CANARY-account' } })],
});

function reported(of: Evidence) {
  const judgement = judge(of);
  return createReport(of, judgement, stepsAfter(of, judgement, REFERENCES));
}

const say = sayEnglish;
const ABOUT = { payctl: '1.2.3', platform: 'linux', profile: { companyId: '00100' } };

describe('bundle', () => {
  it('holds neither secrets nor personal data, wherever they came from', async () => {
    const hidden = CANARIES.slice(0, 3);
    const zip = await toZip(
      createBundle(reported(tainted), tainted, ABOUT, { secrets: hidden, say }),
      NOW,
    );
    const files = Object.entries(unzipSync(zip));
    const text = files.map(([, bytes]) => new TextDecoder().decode(bytes)).join('\n');
    for (const canary of CANARIES) expect(text).not.toContain(canary);
    expect(text).toContain('uid-1');
  });

  it('is complete, and its checksums are right', () => {
    const all = evidence({ statements: [statement()], sent: [sent()], confirmed: [confirmed()] });
    const entries = createBundle(reported(all), all, ABOUT, { secrets: [], say });
    const byName = new Map(
      entries.map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)]),
    );
    expect([...byName.keys()]).toEqual([
      'README.txt',
      'case.json',
      'timeline.txt',
      'requests.csv',
      'environment.json',
      'SHA256SUMS',
    ]);
    for (const line of (byName.get('SHA256SUMS') ?? '').trim().split('\n')) {
      const [sum, name = ''] = line.split('  ');
      expect(
        createHash('sha256')
          .update(byName.get(name) ?? '')
          .digest('hex'),
      ).toBe(sum);
    }
    expect(byName.get('requests.csv')).toMatchInlineSnapshot(`
      "at,operation,requestUId,httpStatus,code,class,ms
      2026-03-02T09:50:00.000+07:00,ewallet.pay,uid-pay,,,,
      "
    `);
    expect(byName.get('timeline.txt')).toMatchInlineSnapshot(`
      "2026-03-02T09:50:00.000+07:00  journal  we sent ewallet pay SBX1  100.00  requestUId uid-pay
      2026-03-02T09:50:00.000+07:00  journal  no answer was recorded  requestUId uid-pay
      2026-03-02T09:51:00.000+07:00  confirmations  confirmation T1 was received  100.00
      2026-03-02T10:00:00.000+07:00  ewallet.inquire  the bank says of wallet B: SUCCESS 100.00  requestUId uid-inquiry
      "
    `);
    expect(JSON.parse(byName.get('case.json') ?? '')).toMatchObject({
      id: 'SBX1',
      verdict: { class: 'SUCCESS', exit: 0 },
      bank: [{ amount: '100.00', word: 'SUCCESS' }],
      confirmations: [{ fingerprint: 'f1' }],
    });
  });
});

describe('report', () => {
  const all = evidence({
    sources: [source({ result: 'found', says: 'SUCCESS 10.00', requestUId: 'uid-1' })],
    statements: [statement({ amount: '10.00' })],
    confirmed: [confirmed()],
  });

  it('has the same keys, always', () => {
    for (const one of [all, evidence()]) {
      expect(Object.keys(reportJson(reported(one)))).toEqual([
        'id',
        'taken',
        'recognised',
        'sources',
        'timeline',
        'contradictions',
        'verdict',
        'next',
      ]);
    }
  });

  it('breaks sentences beside their columns on a narrow terminal, and no command', async () => {
    const page = formatReport(reported(all), say, await styleFor(0), 60);
    const painted = formatReport(reported(all), say, await styleFor(1), 60);
    expect(stripVTControlCharacters(painted)).toBe(page);
    expect(page.slice(page.indexOf('Verdict'))).toMatchInlineSnapshot(`
      "Verdict
        Contradiction: the confirmation says 100.00, the inquiry
        says 10.00.
        Contradiction, exit 14

      Next
        $ payctl investigate SBX1 --bundle case.zip
          writes a redacted case that the bank can work with

      Timeline, Bangkok time
        2026-03-02 09:51:00  confirmations    confirmation T1 was
                                              received, 100.00
        2026-03-02 10:00:00  ewallet.inquire  the bank says of
                                              wallet B: SUCCESS
                                              10.00

      Recognised as
        outTradeNo  SBX1    likely  made up
        reference1  ORDER1  likely  made up

      Asked
        ewallet.inquire  found  wallet B, outTradeNo SBX1: SUCCESS
                                10.00
      "
    `);
  });

  it('does not show the person whom a payload names', async () => {
    const page = formatReport(
      reported({
        ...tainted,
        decoded: [{ ...tainted.decoded[0], kind: 'credit-transfer', static: true, faults: [] }],
      }),
      say,
      await styleFor(0),
    );
    expect(page).not.toContain('0066812345678');
    expect(page).toContain('Investigation of a credit-transfer payload');
  });
});

it('lists events in order, with the present state at the bank last', () => {
  const events = createTimeline(
    evidence({
      statements: [
        bill({ paidAt: NOW - 600_000, saidAt: NOW }),
        bill({ source: 'bill.search', paidAt: NOW - 600_000, word: 'ACCC' }),
      ],
      sent: [
        refund({
          ...{ state: 'unknown', at: NOW - 60_000 },
          later: [{ at: NOW - 30_000, what: timeline.asked('ewallet.inquire', 'absent') }],
        }),
        sent({
          at: NOW - 599_990,
          answer: {
            at: NOW - 599_800,
            class: 'SUCCESS',
            word: 'TRADE_SUCCESS',
            httpStatus: 200,
            ms: 190,
          },
        }),
      ],
      confirmed: [confirmed({ receivedAt: NOW - 500_000 })],
    }),
  );
  expect(events.map(({ source, what }) => `${source}: ${what}`)).toEqual([
    'journal: we sent ewallet pay SBX1',
    'journal: the bank answered HTTP 200: TRADE_SUCCESS after 190 ms',
    'bill.inquire: paid, transaction T1',
    'confirmations: confirmation T1 was received',
    'journal: we sent ewallet refund SBX1',
    'journal: no answer was recorded',
    'journal: ewallet.inquire was asked: absent',
    'bill.inquire: the bank says: paid 100.00',
    'bill.search: the bank says: ACCC 100.00',
  ]);
});

it('takes no moment of our own for the whole of a second', () => {
  const notes = [NOW - 60_000, NOW - 59_800].map((at) => ({ at, by: 'mali', text: 'asked' }));
  const events = createTimeline(evidence({ notes }));
  expect(events.map(({ at }) => at)).toEqual([NOW - 60_000, NOW - 59_800]);
});
