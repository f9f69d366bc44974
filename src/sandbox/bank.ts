import type { WireRequest, WireResponse } from '../bank/wire.js';
import type { Clock, Random } from '../host/host.js';
import type { ClientCertificate } from '../host/incoming-request.js';
import type { Reply } from '../host/reply.js';
import type { Sqlite } from '../host/sqlite.js';
import type { HandlerContext } from './handlers/handler-context.js';
import { settleTrade } from './handlers/trades.js';
import { settleTransfer } from './handlers/transfer.js';
import { BankBooks } from './ledger/books.js';
import { allAccounts, isBalanced, seedStore } from './ledger/ledger.js';
import { addLine, type LogFilter, type LoggedAct, type LogLine, readLog } from './ledger/log.js';
import { claimDue, nextDue } from './ledger/meta.js';
import { prepare } from './ledger/schema.js';
import { openStore } from './ledger/store.js';
import type { AccountRow, Due } from './ledger/tables.js';
import { SeededRandom } from './seed/random.js';
import { responseBytes } from './server/answers.js';
import { type BankHooks, RequestHandler } from './server/request-handler.js';
import type { SandboxSettings } from './settings.js';

export interface BankOptions extends BankHooks {
  /** File of the state, `sandbox.db` in a directory that exists. */
  path: string;
  clock: Clock;
  random: Random;
  /** Override the stored settings while the bank is open. */
  settings?: Partial<SandboxSettings>;
  /** Seed of the random numbers, which start over with this opening and after each reset. */
  seed?: number;
  /** The clock stands still at this moment while the bank is open, until somebody sets it. */
  stoppedAt?: number;
}

/** Opens the embedded bank; several processes may have the same file open. */
export async function openBank(options: BankOptions): Promise<Bank> {
  const { path, clock, random, seed, stoppedAt, settings = {} } = options;
  const store = await openStore(path);
  prepare(store, (created) => seedStore(created, stoppedAt ?? clock.now()));
  const chance = seed === undefined ? random : new SeededRandom(seed);
  const books = new BankBooks(store, clock, chance, { settings, stoppedAt });
  const bank = new Bank(books, options);
  await bank.settle();
  return bank;
}

/** The embedded bank: answers requests as the specification says, from books that always balance. */
export class Bank {
  readonly #books: BankBooks;
  readonly #requestHandler: RequestHandler;
  readonly #hooks: BankHooks;

  constructor(books: BankBooks, hooks: BankHooks) {
    this.#books = books;
    this.#requestHandler = new RequestHandler(books, hooks);
    this.#hooks = hooks;
  }

  /** The machine's clock; `now` is the sandbox's. */
  get clock(): Clock {
    return this.#books.clock;
  }

  /** Milliseconds since the epoch by the sandbox clock. */
  now(): number {
    return this.#books.now();
  }

  isStopped(): boolean {
    return this.#books.control().stoppedAt !== undefined;
  }

  /** Answers one request of this process, with what the network should do to the answer. */
  async handle(
    request: WireRequest,
    certificate: ClientCertificate = 'none',
  ): Promise<Reply & { response: WireResponse }> {
    const headers = lowered(request.headers);
    const reply = await this.answer({ ...request, headers }, certificate);
    return { ...reply, response: { ...reply.response, body: responseBytes(reply.response) } };
  }

  /** Answers a request of HTTP, whose header names are in lower case. */
  async answer(request: WireRequest, certificate: ClientCertificate): Promise<Reply> {
    const { onMoment } = this.#hooks;
    onMoment?.('received', request);
    await this.settle();
    const reply = await this.#requestHandler.serve(request, certificate);
    if (onMoment === undefined) return reply;
    return {
      ...reply,
      midReply: () => onMoment('mid-reply', request, reply.response),
      onClosed: () => onMoment('closed', request),
    };
  }

  /** Carries out what is due, also from while no process was running. */
  async settle(): Promise<void> {
    const books = this.#books;
    while (books.control().nextDue <= books.now()) {
      const due = nextDue(books.store, books.now());
      // Another process was faster, or the cached time is outdated.
      if (due === undefined) books.recheck();
      else if (due.kind === 'late') await this.#requestHandler.performLate(due);
      else books.write(() => claimDue(books.store, due) && settleDue(books.context(due.at), due));
    }
  }

  /** Does what is not a request: a customer pays, an operator sets the clock. */
  async act<T>(
    name: LoggedAct,
    reference: string | undefined,
    work: (context: HandlerContext) => T,
  ): Promise<T> {
    await this.settle();
    const now = this.now();
    return this.#books.write(() => {
      const result = work(this.#books.context(now));
      addLine(this.#books.store, { at: now, operation: name, reference, committed: true });
      return result;
    });
  }

  /** Writes down what is no act of anybody: the log does not have it. */
  note(work: (store: Sqlite) => void): void {
    this.#books.write(() => work(this.#books.store));
  }

  look<T>(work: (context: HandlerContext) => T): T {
    return work(this.#books.context(this.now()));
  }

  accounts(): AccountRow[] {
    return allAccounts(this.#books.store);
  }

  balanced(): boolean {
    return isBalanced(this.#books.store);
  }

  /** What really happened, oldest first. */
  log(filter?: LogFilter): LogLine[] {
    return readLog(this.#books.store, filter);
  }

  close(): void {
    this.#books.store.close();
  }
}

function lowered(headers: WireRequest['headers']): WireRequest['headers'] {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return Object.fromEntries(entries);
}

/** All kinds but `late`, which is a request. */
function settleDue(context: HandlerContext, { kind, body }: Due): void {
  if (kind === 'trade') settleTrade(context, JSON.parse(body));
  if (kind === 'transfer') settleTransfer(context, JSON.parse(body));
}
