import { expect, it } from 'vitest';
import type { Problem, Ran } from '../../src/console/commands.js';
import type { Frame } from '../../src/console/layout.js';
import { refundedPage } from '../../src/console/pages/refund.js';
import { EN } from '../../src/console/words-en.js';
import { sayEnglish } from '../../src/core/message.js';

const frame: Frame = {
  ...{
    lang: 'en',
    say: sayEnglish,
    words: EN,
    environment: 'live',
    profile: 'shop',
    program: 'payctl',
  },
  ...{ readOnly: false, isSandbox: false, isSandboxOnly: false },
  ...{ token: () => '', moment: String, days: String },
};

const headline = (exit: number, problem?: Problem): string => {
  const ran: Ran = { exit, data: null, notes: [], ...(problem && { problem }) };
  return /<h1>([^<]*)/.exec(refundedPage(frame, 'SBX1', '8.00', ran).body.toString())?.[1] ?? '';
};

it.each([
  [0, undefined, EN.refundDone],
  [5, { message: 'the bank said no', isUndone: true }, EN.refundFailed],
  [9, { message: 'not sent', isUndone: true }, EN.refundFailed],
  [8, { message: 'not final', isUndone: false }, EN.refundOpen],
  [10, { message: 'no answer', isUndone: false }, EN.refundOpen],
  // Another process is sending it, or a bug came after it was sent.
  [12, { message: 'in flight', isUndone: false }, EN.refundOpen],
  [1, { message: 'a bug' }, EN.refundOpen],
  [1, undefined, EN.refundOpen],
])('says of a refund with exit %i no more than is certain', (exit, problem, said) => {
  expect(headline(exit, problem)).toBe(said.replace(/&/g, '&amp;'));
});
