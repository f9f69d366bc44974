import { describe, expect, it } from 'vitest';
import { loadCatalogue, loadReferences } from '../../src/bank/families.js';
import { Message } from '../../src/core/message.js';
import { STATES } from '../../src/journal/state.js';
import { chargeNames } from '../../src/messages/charges.js';
import * as shell from '../../src/messages/console.js';
import * as records from '../../src/messages/console-records.js';
import { refundWords } from '../../src/messages/console-refund.js';
import { consoleRun } from '../../src/messages/console-run.js';
import * as sandbox from '../../src/messages/console-sandbox.js';
import { searchWords } from '../../src/messages/console-search.js';
import { labels } from '../../src/messages/labels.js';
import * as payments from '../../src/messages/payments.js';
import { speaking } from '../../src/messages/speaking.js';
import * as names from '../../src/messages/value-names.js';

const AREAS: readonly object[] = [
  ...[shell, records, sandbox, names, payments].flatMap((module) => Object.values(module)),
  ...[refundWords, searchWords, labels, consoleRun, chargeNames],
];

/** What the pages say, but for sentences that take a value. */
const MESSAGES = AREAS.flatMap((area) => Object.values(area)).filter(
  (one) => one instanceof Message,
);

/** The same in both languages. */
const NAMES =
  /\b(?:payctl(?: console)?|QR|CSV|xlsx|camt\.053|MT940|BAI2|PNG|JPEG|WebP|GIF|MB|HTTP|GET|POST|Node|DNS|TLS|localhost|ctrl-C)\b|\+2h|127\.0\.0\.1/g;

// That each is there in both is the compiler's to say.
describe('the words of the console', () => {
  it('are Thai in Thai', async () => {
    const say = await speaking('th', { reader: 'page' });
    const texts = MESSAGES.map((message) => say(message));
    expect(texts.length).toBeGreaterThan(200);
    expect(texts.filter((text) => /[A-Za-z]{2,}/.test(text.replace(NAMES, '')))).toEqual([]);
  });

  it('are English in English, without flags', async () => {
    const say = await speaking('en', { reader: 'page' });
    const texts = MESSAGES.map((message) => say(message));
    expect(texts.filter((text) => /[\u0e01-\u0e5b]|(?:^| )--[a-z]/.test(text))).toEqual([]);
  });

  it('call every kind of reference and every payee by a name', async () => {
    const unknown = (all: object, wanted: readonly string[]) =>
      wanted.filter((name) => !Object.hasOwn(all, name));
    const fields = (await loadReferences()).map(({ field }) => field);
    expect(unknown(names.referenceNames, fields)).toEqual([]);
    const payees = (await loadCatalogue()).flatMap(({ payee = [] }) => payee);
    const heads = payees.filter((field) => !field.includes('.'));
    expect(unknown(names.payeeNames, heads)).toEqual([]);
    expect(unknown(payments.chargeStates, STATES)).toEqual([]);
  });
});
