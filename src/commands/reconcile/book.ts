import { runBook } from '../../books/run.js';
import type { Amendment, BookRun, ItemEvidence } from '../../books/state.js';
import type { Message, Text } from '../../core/message.js';
import { visible } from '../../core/text.js';
import { bookCommands as words } from '../../messages/books.js';
import { baht } from '../../reconcile/amounts.js';
import type { Result, Screen } from '../../runtime/command.js';
import type { BookFigures } from '../../runtime/monitoring/figures.js';
import type { Services } from '../../runtime/services.js';
import { createClerk, withBook } from '../books/clerk.js';
import { itemData, statusData } from '../books/shown.js';
import { itemsTable, statusTable } from '../books/table.js';
import { BookPresenter } from './book-presenter.js';
import { exitFor, warnOfFaults } from './faults.js';
import { type Options, openSources } from './options.js';
import { type Finished, shown, write } from './show.js';
import { inputsTable } from './table.js';

/** Reconciles a night with what earlier ones left open, and writes it into the book. */
export async function run(services: Services, options: Options, name: string): Promise<Result> {
  const { orders, bank, days, all } = options;
  const night = {
    sources: [...openSources(services, 'orders', orders), ...openSources(services, 'bank', bank)],
    ...{ days, all },
  };
  const done = await withBook(services, name, (book) =>
    runBook(book, createClerk(services), night),
  );
  await warnOfFaults(services, done.reconciled);
  for (const amendment of done.amendments) await listAmendment(services, amendment);
  for (const file of done.skipped) await services.note(words.skipped(visible(file)));
  const finished = toFinished(done);
  await write(services, options, finished);
  return { ...finished.end, ...shown(services, finished), book: toBookFigures(done) };
}

function toFinished(done: BookRun): Finished {
  const present = <T extends Text>(word: (text: Text) => T) => new BookPresenter(done, word);
  const table = (screen: Screen) => {
    const parts = [
      inputsTable(present(screen.say), screen)
        .map((line) => `${line}\n`)
        .join(''),
      statusTable(done.status, screen),
      itemsTable(done.open, screen),
    ];
    return parts.filter((part) => part !== '').join('\n');
  };
  const { reconciled, open, status } = done;
  const book = { status: statusData(status), items: open.map(itemData) };
  return { result: reconciled, end: exitFor(reconciled, open.length > 0), present, table, book };
}

/** For --metrics. */
function toBookFigures({ status, open }: BookRun): BookFigures {
  const ages = new Map(Array.from(status.ages, ([age, { count }]) => [age, count]));
  const oldestDays = open.reduce((oldest, { age }) => Math.max(oldest, age), 0);
  return { name: status.book, ages, oldestDays };
}

/** With more, standard error would hide the rest. */
const MOST_LINES = 20;

async function listAmendment(services: Services, amendment: Amendment): Promise<void> {
  const { added, removed, withdrawn } = amendment;
  const file = visible(amendment.file);
  await services.note(words.amended(file, added.length, removed.length, withdrawn.length));
  const listed = [
    ...changeMessages(added, words.addedAt),
    ...changeMessages(removed, words.removedAt),
    ...changeMessages(withdrawn, words.withdrawnAt),
  ];
  for (const line of listed.slice(0, MOST_LINES)) await services.note(line);
  if (listed.length > MOST_LINES) await services.note(words.moreLines(listed.length - MOST_LINES));
  if (withdrawn.length > 0) await services.note(words.reopenFirst);
}

function changeMessages(
  lines: readonly ItemEvidence[],
  say: (file: string, line: number, what: string) => Message,
): Message[] {
  return lines.map(({ file, line, reference, transactionId, amount }) => {
    const what = `${reference || transactionId} ${amount === null ? '' : baht(amount)}`.trim();
    return say(visible(file), line, visible(what));
  });
}
