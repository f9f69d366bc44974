import { join } from 'node:path';
import { temporaryDirectory } from '../../host/disk.js';
import type { Answer, Asked, Route } from '../console.js';
import type { Frame } from '../layout.js';
import { confirmationRows, confirmationsPage, type Received } from '../pages/confirmations.js';
import { healthPage } from '../pages/health.js';
import { chargePage, journalPage } from '../pages/journal.js';
import { reconcilePage } from '../pages/reconcile.js';
import { isTooLarge } from '../unpacked.js';

export const listRoutes: readonly Route[] = [
  { method: 'GET', path: '/journal', answer: journal },
  { method: 'GET', path: '/journal/charge', answer: charge },
  { method: 'GET', path: '/confirmations', answer: confirmations },
  { method: 'GET', path: '/confirmations/rows', poll: true, answer: rows },
  { method: 'GET', path: '/reconcile', answer: ({ frame }) => ({ page: reconcilePage(frame) }) },
  { method: 'POST', path: '/reconcile', answer: reconcile },
  { method: 'GET', path: '/health', answer: health },
];

/** A page that somebody waits for does not read the charges of years. */
const MOST_CHARGES = 1_000;

async function journal({ commands, audit, frame, query }: Asked): Promise<Answer> {
  const ran = await commands.run({ argv: ['journal', 'list', `--limit=${MOST_CHARGES}`] });
  audit.write({ action: 'journal', exit: ran.exit });
  return { page: journalPage(frame, query, ran) };
}

async function charge({ commands, audit, frame, query }: Asked): Promise<Answer> {
  const reference = query.get('ref') ?? '';
  const ran = await commands.run({ argv: ['journal', 'show'], typed: reference });
  audit.write({ action: 'charge', what: reference, exit: ran.exit });
  return { page: chargePage(frame, reference, ran) };
}

async function confirmations(asked: Asked): Promise<Answer> {
  const { frame, audit } = asked;
  const received = await receivedFor(asked);
  audit.write({ action: 'confirmations', exit: received.ran.exit });
  return { page: confirmationsPage(frame, received) };
}

async function rows(asked: Asked): Promise<Answer> {
  const text = confirmationRows(asked.frame, await receivedFor(asked)).toString();
  return { text, type: 'text/html; charset=utf-8', isPart: true };
}

async function receivedFor(asked: Asked): Promise<Received> {
  const { commands, query, program, received } = asked;
  const ran = await received.get(() => commands.run({ argv: ['listen', 'list'] }));
  return { ran, page: query.get('page'), receive: `${program} listen --verify` };
}

/** The files lie in a directory of this process for as long as they are read. */
async function reconcile({ commands, audit, frame, form, files }: Asked): Promise<Answer> {
  const { words } = frame;
  const [orders, bank] = [form.files.get('orders'), form.files.get('bank')];
  if (orders === undefined || bank === undefined) return refused(frame, words.noFiles, 422);
  if ((await isTooLarge(orders.bytes)) || (await isTooLarge(bank.bytes))) {
    return refused(frame, words.tooLarge, 413);
  }
  const { path: cwd, remove } = temporaryDirectory();
  try {
    files.create(join(cwd, 'orders.csv'), orders.bytes);
    files.create(join(cwd, 'bank.csv'), bank.bytes);
    // Without a query a long result is written piece by piece, and none of it handed over.
    const argv = ['reconcile', '--orders=orders.csv', '--bank=bank.csv', '--query=@'];
    const ran = await commands.run({ argv, cwd });
    audit.write({ action: 'reconcile', exit: ran.exit });
    return { page: reconcilePage(frame, ran) };
  } finally {
    remove();
  }
}

function refused(frame: Frame, message: string, status: number): Answer {
  return {
    page: reconcilePage(frame, { exit: 2, data: null, notes: [], problem: { message } }),
    status,
  };
}

async function health({ commands, audit, frame }: Asked): Promise<Answer> {
  const ran = await commands.run({ argv: ['doctor'] });
  audit.write({ action: 'health', exit: ran.exit });
  return { page: healthPage(frame, ran) };
}
