import { join } from 'node:path';
import { stringifyJson } from '../../core/json.js';
import { type Message, sayEnglish, wordedData } from '../../core/message.js';
import { temporaryDirectory } from '../../host/disk.js';
import { consoleWords } from '../../messages/console.js';
import { reconcileWords } from '../../messages/console-records.js';
import type { RequestContext, Route, RouteResult } from '../console.js';
import { paymentLink } from '../format.js';
import type { Frame } from '../frame.js';
import { isTooLarge } from '../gzip-limit.js';
import { neededFor } from '../pager.js';
import { confirmationRows, confirmationsPage, type Received } from '../pages/confirmations.js';
import { healthPage } from '../pages/health.js';
import { journalPage } from '../pages/journal.js';
import { reconcilePage } from '../pages/reconcile.js';

export const listRoutes: readonly Route[] = [
  { method: 'GET', path: '/journal', act: 'look', answer: journal },
  {
    method: 'GET',
    path: '/journal/charge',
    act: 'look',
    answer: ({ query }) => ({ to: paymentLink(query.get('ref') ?? '') }),
  },
  { method: 'GET', path: '/confirmations', act: 'look', answer: confirmations },
  { method: 'GET', path: '/confirmations/rows', act: 'look', poll: true, answer: rows },
  { method: 'GET', path: '/reconcile', act: 'look', answer: reconciling },
  { method: 'POST', path: '/reconcile', act: 'look', answer: reconcile },
  { method: 'GET', path: '/health', act: 'look', answer: health },
];

async function journal({ commands, audit, frame, query }: RequestContext): Promise<RouteResult> {
  const ran = await commands.run({
    command: ['journal', 'list'],
    options: { limit: String(neededFor(query.get('page'))) },
  });
  audit.write({ action: 'journal', exit: ran.exit });
  return { page: journalPage(frame, query, ran) };
}

async function confirmations(request: RequestContext): Promise<RouteResult> {
  return { page: confirmationsPage(request.frame, await receivedFor(request, false)) };
}

async function rows(request: RequestContext): Promise<RouteResult> {
  const { frame } = request;
  const text = confirmationRows(frame, await receivedFor(request, true)).worded(frame.say);
  return { text, type: 'text/html; charset=utf-8', isPart: true };
}

/** @param isAskedAgain by the page, which asks for its rows every few seconds */
async function receivedFor(request: RequestContext, isAskedAgain: boolean): Promise<Received> {
  const { commands, query, received, audit } = request;
  const page = query.get('page');
  const limit = String(neededFor(page));
  const ran = await received.get(limit, () =>
    commands.run({ command: ['listen', 'list'], options: { limit } }),
  );
  const entry = { action: 'confirmations', exit: ran.exit };
  const shown = stringifyJson(wordedData(ran.data, sayEnglish));
  audit.writePage(entry, `--limit=${limit}`, shown, isAskedAgain);
  return { ran, page };
}

async function reconciling({ commands, frame }: RequestContext): Promise<RouteResult> {
  return {
    page: reconcilePage(frame, { books: await commands.run({ command: ['books', 'list'] }) }),
  };
}

/**
 * The files lie in a directory of this process for as long as they are read, under the names by which
 * the page calls them: so do the messages about them.
 */
async function reconcile({
  commands,
  audit,
  frame,
  form,
  files,
}: RequestContext): Promise<RouteResult> {
  const [orders, bank] = [form.files.get('orders'), form.files.get('bank')];
  if (orders === undefined || bank === undefined)
    return refused(frame, reconcileWords.noFiles, 422);
  if ((await isTooLarge(orders)) || (await isTooLarge(bank))) {
    return refused(frame, consoleWords.tooLarge, 413);
  }
  const { path: cwd, remove } = temporaryDirectory();
  try {
    const options = {
      orders: frame.say(reconcileWords.ordersFile),
      bank: frame.say(reconcileWords.theBanksFile),
    };
    files.create(join(cwd, options.orders), orders);
    files.create(join(cwd, options.bank), bank);
    const ran = await commands.run({ command: ['reconcile'], options, cwd });
    audit.write({ action: 'reconcile', exit: ran.exit });
    return { page: reconcilePage(frame, { ran }) };
  } finally {
    remove();
  }
}

function refused(frame: Frame, message: Message, status: number): RouteResult {
  return {
    page: reconcilePage(frame, { ran: { exit: 2, data: null, notes: [], problem: { message } } }),
    status,
  };
}

async function health({ commands, audit, frame }: RequestContext): Promise<RouteResult> {
  const ran = await commands.run({ command: ['doctor'] });
  audit.write({ action: 'health', exit: ran.exit });
  return { page: healthPage(frame, ran) };
}
