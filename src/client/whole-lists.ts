import { fieldAt, withFieldAt } from '../bank/check.js';
import type { Fields, Operation, Pages } from '../bank/define.js';
import { at, isJsonObject, type Json, jsonText, stringifyJson } from '../core/json.js';
import type { Message } from '../core/message.js';
import type { Clock } from '../host/host.js';
import { lists } from '../messages/calls.js';
import type { Caller } from './caller.js';
import type { CallOptions } from './exchange.js';
import type { Outcome } from './outcome.js';

interface Page {
  records?: readonly Json[];
  /** Records in the whole list, where the bank tells. */
  total?: number;
}

/** Collects the records of a list page by page, and finds out where the list ends. */
class PageList {
  readonly #limit: number;
  readonly #records: Json[] = [];
  readonly #seen = new Set<string>();
  #total: number | undefined;
  /** Records on the first page: without a total, a shorter page is the last. */
  #size = 0;
  #ended = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds a page, numbered from 1. Returns why it cannot be the next one of this list. */
  add({ records: page = [], total }: Page, number: number): Message | undefined {
    // The same record on two pages counts once: the list moved while it was read.
    const fresh = page.filter((record) => !this.#seen.has(stringifyJson(record)));
    for (const record of fresh) this.#seen.add(stringifyJson(record));
    this.#records.push(...fresh);
    const before = this.#total;
    this.#total = total ?? before;
    if (number === 1) this.#size = page.length;
    if (before !== undefined && total !== undefined && total < before) {
      return lists.shrank(before, total);
    }
    if (page.length > 0 && fresh.length === 0) return lists.repeats(number);
    const short = this.#total === undefined && page.length < this.#size;
    this.#ended = page.length === 0 || short;
    return this.isDone() ? this.#miscounted() : undefined;
  }

  isDone(): boolean {
    const count = this.#records.length;
    return (
      this.#ended || count >= this.#limit || (this.#total !== undefined && count >= this.#total)
    );
  }

  #miscounted(): Message | undefined {
    const count = this.#records.length;
    const total = this.#total ?? count;
    const isWrong = count > total || (this.#ended && count < total);
    return isWrong ? lists.miscounted(total, count) : undefined;
  }

  records(): Json[] {
    return this.#records.slice(0, this.#limit);
  }

  /** How many records there are, of how many. */
  fetched(): Message {
    return lists.fetched(this.records().length, this.#total);
  }

  /** Says where the list was cut at the limit. */
  remark(): Message | undefined {
    const [count, total] = [this.records().length, this.#total];
    if (total !== undefined && total > count) return lists.cut(count, total);
    const more = total === undefined && !this.#ended;
    if (!more && this.#records.length <= count) return undefined;
    return lists.first(count);
  }
}

/** Records of a list, unless a caller wants another number of them. */
const LIMIT = 1000;

/** Calls of one operation in a second that the bank allows. */
const PER_SECOND = 5;

/** Whether the input asks for one page by its number or size. */
export function namesPage({ number, size }: Pages, input: Fields): boolean {
  return [number, size].some((field) => fieldAt(input, field) !== undefined);
}

/**
 * A caller whose lists are whole: where an operation has `pages` and the input names none, they are
 * fetched one after the other, at most `limit` records (1,000 unless given).
 */
export function withWholeLists(caller: Caller, clock: Clock): Caller {
  return {
    session: caller.session,
    preview: (operation, input, options) => caller.preview(operation, input, options),
    async call(operation, input, options = {}) {
      const { pages } = operation;
      const ask = (fields: Fields, more: CallOptions) => caller.call(operation, fields, more);
      if (pages === undefined || namesPage(pages, input)) return ask(input, options);
      const pace = createPace(clock, options.signal);
      return wholeList(operation, pages, options.limit ?? LIMIT, async (number) => {
        if (number === 1) return ask(input, options);
        await pace(number);
        // Every page is a call of its own, with an id of its own.
        const fields = withFieldAt(input, pages.number, String(number));
        return ask(fields, { ...options, requestUId: undefined });
      });
    },
  };
}

function createPace(clock: Clock, signal: AbortSignal | undefined) {
  let since = clock.now();
  return async (number: number): Promise<void> => {
    if (number % PER_SECOND !== 1) return;
    // No longer than that, where the clock was set back meanwhile.
    const left = Math.min(1000, since + 1000 - clock.now());
    if (left > 0) await clock.sleep(left, signal);
    since = clock.now();
  };
}

/**
 * One page after the other until the list is whole or long enough. The outcome is the first page's
 * with the records of all; a page that fails, or pages that contradict each other, decide how it
 * ended, and what came before is kept.
 */
async function wholeList(
  { command }: Operation,
  pages: Pages,
  limit: number,
  page: (number: number) => Promise<Outcome>,
): Promise<Outcome> {
  const name = command.join(' ');
  const first = await page(1);
  const paths = listPaths(first.data, pages);
  if (!isPage(first) || paths === undefined) return first;
  let doubted: Outcome | undefined;
  const list = new PageList(limit);
  const dataSoFar = () => withValue(first.data ?? null, paths.records, list.records());
  for (let number = 1, answer = first; ; answer = await page(++number)) {
    // A bank may have no record for the page after the last one.
    const absent = answer.class === 'NOT_FOUND';
    if (answer.doubt) doubted ??= answer;
    if (!isPage(answer) && !absent) {
      const about = { page: number, why: answer.message, fetched: list.fetched() };
      return { ...answer, data: dataSoFar(), message: lists.pageFailed(about) };
    }
    const fault = list.add(absent ? {} : readPage(answer.data, paths), number);
    if (fault !== undefined) {
      const message = lists.contradicted({ call: name, why: fault, fetched: list.fetched() });
      return { ...first, ...contradicted(), data: dataSoFar(), message };
    }
    if (list.isDone()) return { ...(doubted ?? first), data: dataSoFar(), remark: list.remark() };
  }
}

/** A page that is doubted is shown, too, and decides how the list ended. */
function isPage({ class: outcomeClass, doubt }: Outcome): boolean {
  return outcomeClass === 'SUCCESS' || doubt !== undefined;
}

function contradicted() {
  return { class: 'BAD_DATA', executed: 'unknown', hint: lists.onePage } as const;
}

type ListPaths = Pick<Pages, 'records' | 'total'>;

/** The paths of list and total, with or without the wrapper; undefined where there is no list. */
function listPaths(
  data: Json | undefined,
  { records, total, wrapper }: Pages,
): ListPaths | undefined {
  const candidates = ['', `${wrapper}.`].map((outer) => {
    return { records: outer + records, total: outer + total };
  });
  return candidates.find((paths) => Array.isArray(at(data, paths.records)));
}

function readPage(data: Json | undefined, paths: ListPaths): Page {
  const records = at(data, paths.records);
  const total = jsonText(at(data, paths.total)) ?? '';
  return {
    records: Array.isArray(records) ? records : [],
    ...(/^[0-9]{1,9}$/.test(total) && { total: Number(total) }),
  };
}

function withValue(data: Json, path: string, value: Json): Json {
  const [key = '', ...rest] = path.split('.');
  if (!isJsonObject(data)) return data;
  const inner = rest.length === 0 ? value : withValue(data[key] ?? null, rest.join('.'), value);
  return { ...data, [key]: inner };
}
