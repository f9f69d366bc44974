import { fieldAt, nestFields } from '../bank/check.js';
import type { Fields, Operation, Pages } from '../bank/define.js';
import { at, isJsonObject, type Json, stringifyJson, textOf } from '../core/json.js';
import type { Message } from '../core/message.js';
import type { Clock } from '../host/host.js';
import { lists } from '../messages/lists.js';
import type { Caller } from './caller.js';
import type { CallOptions } from './exchange.js';
import type { Outcome } from './outcome.js';

export interface Page {
  records?: readonly Json[];
  /** Records in the whole list, where the bank tells. */
  total?: number;
}

/** The records so far, and what the pages said of their number. */
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

  /** Takes a page; says so where it cannot be the next one of this list. */
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

  /** How much of the list is there. */
  fetched(): Message {
    return lists.fetched(this.records().length, this.#total);
  }

  /** What a person should know of a list that was cut. */
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

/** Calls a second and operation that the bank allows. */
const PER_SECOND = 5;

/** Whether the input asks for one page by its number or size. */
export function namesPage({ number, size }: Pages, input: Fields): boolean {
  return [number, size].some((field) => fieldAt(input, field) !== undefined);
}

/** A caller whose lists are whole: what the bank gives in pages is asked for page by page. */
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
        return ask(withPageNumber(input, pages, number), { ...options, requestUId: undefined });
      });
    },
  };
}

function createPace(clock: Clock, signal: AbortSignal | undefined) {
  let since = clock.now();
  return async (number: number): Promise<void> => {
    if (number % PER_SECOND !== 1) return;
    const left = since + 1000 - clock.now();
    if (left > 0) await clock.sleep(left, signal);
    since = clock.now();
  };
}

/** The same question about another page. */
function withPageNumber(input: Fields, { number: field }: Pages, number: number): Fields {
  return merged(input, nestFields({ [field]: String(number) }));
}

function merged(fields: Fields, more: Fields): Fields {
  const all = { ...fields };
  for (const [name, value] of Object.entries(more)) {
    const [known, added] = [all[name], value].map(asFields);
    all[name] = known && added ? merged(known, added) : value;
  }
  return all;
}

function asFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null ? { ...value } : undefined;
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
  const place = placeOf(first.data, pages);
  if (!isPage(first) || place === undefined) return first;
  let doubted: Outcome | undefined;
  const list = new PageList(limit);
  const dataSoFar = () => withValue(first.data ?? null, place.records, list.records());
  for (let number = 1, answer = first; ; answer = await page(++number)) {
    // Some answer the page after the last one so.
    const absent = answer.class === 'NOT_FOUND';
    if (answer.doubt) doubted ??= answer;
    if (!isPage(answer) && !absent) {
      const about = { page: number, why: answer.message, fetched: list.fetched() };
      return { ...answer, data: dataSoFar(), message: lists.pageFailed(about) };
    }
    const fault = list.add(absent ? {} : pageOf(answer.data, place), number);
    if (fault !== undefined) {
      const message = lists.contradicted({ call: name, why: fault, fetched: list.fetched() });
      return { ...first, ...CONTRADICTED, data: dataSoFar(), message };
    }
    if (list.isDone()) return { ...(doubted ?? first), data: dataSoFar(), remark: list.remark() };
  }
}

/** One that is not believed is shown, too, and decides how the list ended. */
function isPage({ class: ended, doubt }: Outcome): boolean {
  return ended === 'SUCCESS' || doubt !== undefined;
}

const CONTRADICTED = {
  class: 'BAD_DATA',
  executed: 'unknown',
  hint: lists.onePage,
} as const;

type Place = Pick<Pages, 'records' | 'total'>;

/** The paths of list and total, with or without the wrapper; undefined where there is no list. */
function placeOf(data: Json | undefined, { records, total, wrapper }: Pages): Place | undefined {
  const places = ['', `${wrapper}.`].map((outer) => {
    return { records: outer + records, total: outer + total };
  });
  return places.find((place) => Array.isArray(at(data, place.records)));
}

function pageOf(data: Json | undefined, place: Place): Page {
  const records = at(data, place.records);
  const total = textOf(at(data, place.total)) ?? '';
  return {
    records: Array.isArray(records) ? records : [],
    ...(/^[0-9]{1,9}$/.test(total) && { total: Number(total) }),
  };
}

/** A copy with another value at a path. */
function withValue(data: Json, path: string, value: Json): Json {
  const [key = '', ...rest] = path.split('.');
  if (!isJsonObject(data)) return data;
  const inner = rest.length === 0 ? value : withValue(data[key] ?? null, rest.join('.'), value);
  return { ...data, [key]: inner };
}
