import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../src/investigate/evidence.js';
import { judge } from '../../src/investigate/judge.js';
import { stepsAfter } from '../../src/investigate/next-steps.js';
import { createReport } from '../../src/investigate/report.js';
import { reportPage } from '../../src/investigate/report-page.js';
import type { Ticket } from '../../src/investigate/ticket.js';
import { inquiries } from '../../src/messages/inquiries.js';
import { reference } from '../../src/messages/reference.js';
import { speaking } from '../../src/messages/speaking.js';
import {
  bill,
  evidence,
  NOW,
  REFERENCES,
  reading,
  refund,
  sent,
  source,
  statement,
} from './evidence.js';

const SAY = {
  en: await speaking('en', { reader: 'page' }),
  th: await speaking('th', { reader: 'page' }),
};

function ticketOf(all: Evidence, picture?: string): Ticket {
  const judgement = judge(all);
  const steps = stepsAfter(all, judgement, REFERENCES);
  return {
    evidence: all,
    report: createReport(all, judgement, steps),
    ...(picture && { picture }),
  };
}

function pageOf(all: Evidence, lang: 'en' | 'th' = 'en', picture?: string): string {
  return reportPage([ticketOf(all, picture)], { lang, say: SAY[lang], now: NOW, secrets: [] });
}

const PAID = evidence({
  readings: [reading('outTradeNo', 'SBX1')],
  statements: [statement({ paidAt: NOW })],
  sources: [source({ result: 'found', requestUId: 'uid-1' })],
  sent: [sent()],
});

/** What no page may have, whatever stands in it. */
function assertSafe(page: string): void {
  expect(page).not.toMatch(/<script|<form|<iframe|<object|<link|<base|\son[a-z]+=|javascript:/i);
  expect(page.match(/(?:href|src)="(?!#|data:)/g)).toBeNull();
  expect(page).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
}

describe('the page of an investigation', () => {
  it('begins with the verdict, and has the sentence of the command', () => {
    const page = pageOf(PAID);
    expect(page).toMatch(/^<!DOCTYPE html>\n<html lang="en">/);
    expect(page).toContain('<title>Payment investigation</title>');
    const text = page
      .slice(page.indexOf('<body>'))
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ');
    expect(text).toMatch(/Payment investigation .* SBX1 Paid Paid: 100\.00 by wallet B.*Timeline/);
    expect(page).toContain('<svg ');
    for (const heading of ['What each source says', 'Contradictions', 'Next steps']) {
      expect(page).toContain(`<h3>${heading}</h3>`);
    }
    assertSafe(page);
  });

  it('leaves no English in a Thai page, but names and the words of the bank', () => {
    const all = evidence({
      readings: [reading('outTradeNo', 'SBX1')],
      statements: [statement({ standing: 'refused', word: 'CANCELED', paidAt: NOW }), bill()],
      sources: [
        source({ asked: reference.orderInWallet(reference.walletB, 'SBX1'), result: 'found' }),
        source({ asked: reference.billOn('SBX1', '2026-03-02'), says: inquiries.noRecord }),
        source({ family: 'other', source: 'journal', asked: inquiries.thisMachine }),
      ],
      sent: [sent(), refund()],
    });
    const page = pageOf(all, 'th');
    const text = page
      .slice(page.indexOf('<body>'))
      .replace(/<code[^>]*>.*?<\/code>|<[^>]+>/gs, ' ')
      .replace(
        /\b(?:ewallet (?:pay|refund)|bill inquire|SBX1|SHA-256|HTTP|[A-Z][A-Z0-9_]{2,})\b/g,
        '',
      );
    expect(text.match(/[A-Za-z]{2,}/g)).toBeNull();
    expect(text).toContain('คืนเงินแล้ว');
    expect(text).toContain('ส่งคำสั่ง: คืนเงินที่ชำระด้วยวอลเล็ต');
    expect(text).not.toContain('ถูกปฏิเสธ');
  });

  it('keeps the days of commands as the commands take them', () => {
    const pending = statement({ standing: 'pending', word: 'USERPAYING', family: 'transfer' });
    const page = pageOf(
      evidence({ statements: [pending], sent: [sent({ family: 'transfer' })] }),
      'th',
    );
    expect(page).toMatch(/<code>payctl transfer inquire [^<]* --date-from 2026-03-02/);
  });

  it('gives away no words of the other side, no name, no payload, no file name', () => {
    const payload = '000201SECRETPAYLOAD';
    const says =
      'slip verify failed for now: the bank failed with HTTP status 500, Somchai is away';
    const pages = (['en', 'th'] as const).map((lang) =>
      pageOf(
        evidence({
          id: 'slip of Somchai.png',
          payloads: [payload],
          personal: ['1234567890123'],
          decoded: [{ kind: 'slip', static: null, faults: [] }],
          readings: [reading('transRef', '20260302ABC')],
          statements: [
            bill({
              ...{
                standing: 'refused',
                reason: 'call Somchai Jaidee at once',
                word: 'Bad Somchai',
              },
              ...{ payer: 'Somchai Jaidee', transactionId: 'Somchai', code: 'see 1234567890123' },
            }),
          ],
          sources: [source({ result: 'no-answer', says, class: 'UNAVAILABLE' })],
        }),
        lang,
        'f'.repeat(64),
      ),
    );
    const [page = ''] = pages;
    for (const each of pages) expect(each).not.toMatch(/Somchai|SECRETPAYLOAD|1234567890123/);
    expect(page).toContain('f'.repeat(64));
    expect(page).toContain('aria-label="The slip, redrawn without names and accounts"');
    expect(page).toMatch(/SHA-256 of the payload: <code>[0-9a-f]{64}</);
  });

  it('stays one plain page, whatever the other side sends', () => {
    const hostile = fc
      .constantFrom('<script>x</script>', '" onload="x', '\u202egnp.exe', '\u0000', '</svg>', "'>")
      .chain((text) => fc.string().map((more) => more + text));
    fc.assert(
      fc.property(hostile, fc.constantFrom('en', 'th'), (text, lang) => {
        assertSafe(
          pageOf(
            evidence({
              id: text,
              readings: [reading('outTradeNo', text)],
              statements: [
                statement({ word: text, reason: text, amount: text, transactionId: text }),
              ],
              sources: [source({ asked: text, says: text, code: text, result: 'no-answer' })],
              sent: [sent({ reference: text, amount: text })],
            }),
            lang,
          ),
        );
      }),
      { numRuns: 40 },
    );
  });
});
