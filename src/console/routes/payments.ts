import { csvLine } from '../../format/csv.js';
import { pageNames } from '../../messages/console.js';
import { paymentListWords as words } from '../../messages/console-payments.js';
import { labels } from '../../messages/labels.js';
import { paymentKinds, paymentStates } from '../../messages/payments.js';
import { fieldText } from '../../web/data.js';
import type { RequestContext, Route, RouteResult } from '../console.js';
import { labelFor, momentText } from '../format.js';
import { sourceNames, toListed } from '../pages/payment-list.js';
import { paymentsPage } from '../pages/payments.js';
import { type FindCommand, pageOfPayments, wantedBy } from '../payment-search.js';

export const paymentRoutes: readonly Route[] = [
  { method: 'GET', path: '/payments', act: 'look', answer: payments },
  { method: 'GET', path: '/payments.csv', act: 'export', answer: csv },
  { method: 'GET', path: '/payments.xlsx', act: 'export', answer: xlsx },
];

const EXPORTED = 10_000;

async function payments(request: RequestContext): Promise<RouteResult> {
  const { frame, query } = request;
  const page = await pageOfPayments(query, frame.now, searchFor(request));
  return { page: paymentsPage(frame, query, page) };
}

/** Who looked for whom stands in the audit. */
function searchFor({ commands, audit, query }: RequestContext): FindCommand {
  return async (options) => {
    const ran = await commands.run({ command: ['find'], options });
    const what = query.get('payer') ?? '';
    audit.write({ action: 'payments', what, kind: 'name', exit: ran.exit });
    return ran;
  };
}

async function csv(request: RequestContext): Promise<RouteResult> {
  const lines = (await exported(request)).map(csvLine);
  // Spreadsheets take a file for UTF-8 by its mark.
  const text = `\ufeff${lines.join('')}`;
  return { text, type: 'text/csv; charset=utf-8', name: 'payments.csv' };
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function xlsx(request: RequestContext): Promise<RouteResult> {
  const { default: writeSheet } = await import('write-excel-file/node');
  const rows = await exported(request);
  const sheet = request.frame.say(pageNames.payments);
  const text = await writeSheet(rows, { sheet, stickyRowsCount: 1 }).toBuffer();
  return { text, type: XLSX, name: 'payments.xlsx' };
}

/** What the page lists, all of it, as text: a spreadsheet must not take a reference for a number. */
async function exported(request: RequestContext): Promise<string[][]> {
  const { frame, query } = request;
  const { say } = frame;
  const limit = String(EXPORTED);
  const rows = toListed(await searchFor(request)({ ...wantedBy(query, frame.now), limit }));
  const head = [labels.time, labels.reference, labels.transaction, labels.amountBaht, labels.state];
  const more = [labels.payer, labels.kind, labels.sources, words.possibleDuplicate];
  return [
    [...head, ...more].map(say),
    ...rows.map(({ record, isDouble }) => {
      const text = (name: string) => fieldText(record, name);
      return [
        ...[say(momentText(text('at'))), text('reference'), text('transactionId'), text('amount')],
        ...[say(labelFor(paymentStates, text('state'))), text('payer')],
        ...[say(labelFor(paymentKinds, text('kind'))), say(sourceNames(record) ?? '')],
        isDouble ? say(words.yes) : '',
      ];
    }),
  ];
}
