import { search } from '../bank/bill/operations.js';
import { issue } from '../bank/token/operations.js';
import type { WireRequest } from '../bank/wire.js';
import { isJsonObject, type Json, jsonText, readJson } from '../core/json.js';
import { compactDateTime, DAY_MS } from '../core/time.js';
import type { Clock } from '../host/host.js';
import { type AskMoment, type HostileBank, isSearch, isTokenCall } from './hostile-bank.js';
import { ASKS_AGAIN_MS, type Later, type Outage, SharedOutages } from './outage.js';
import type { QuestionMoment, StagedOrder } from './staged-order.js';

/** A question whose answer is on its way. */
interface Question {
  since: number;
  about: readonly StagedOrder[];
  isAnswered: boolean;
  /** The bank fails all calls. */
  isDown: boolean;
  /** What fails it, where it is about all orders. */
  outages: SharedOutages | undefined;
}

/** What the application asks the bank, and whether it will ask again. */
export class Questions {
  readonly #clock: Clock;
  readonly #orders: readonly StagedOrder[];
  readonly #searchOutages: SharedOutages;
  readonly tokenOutages: SharedOutages;
  readonly #open = new Map<WireRequest, Question>();
  readonly #bank: HostileBank;
  /** When a call last failed as all did. */
  #downAt = Number.NEGATIVE_INFINITY;
  #lastAt = 0;
  /** When it first learned something about an order since the last step, and how often by the same question. */
  readonly #answered = new Map<StagedOrder, number>();
  readonly #rounds = new Map<string, number>();
  /** It asks for payments of a time, not of an order. */
  #isSearching = false;
  /** It has asked for payments of yesterday although nobody told it of one: by its clock the orders are of that day. */
  hasAskedForYesterday = false;
  /** How long it waited at most for an answer that it still took. */
  longestWaitMs = 0;
  /** Of which order it spoke just now. */
  latest: StagedOrder | undefined;

  constructor(
    { clock, bank, later }: { clock: Clock; bank: HostileBank; later: Later },
    orders: readonly StagedOrder[],
  ) {
    this.#clock = clock;
    this.#bank = bank;
    this.#orders = orders;
    this.#searchOutages = new SharedOutages(bank, later, search.id);
    this.tokenOutages = new SharedOutages(bank, later, issue.id, TOKENS_FAIL_MS);
  }

  /**
   * Returns whether this was the end of a question whose answer was made to fail, or slow on purpose, or of the
   * first one after such.
   */
  hear(request: WireRequest, moment: AskMoment, answer: string): boolean {
    const now = this.#clock.now();
    this.latest = undefined;
    if (moment === 'closed') return this.#closed(request, now);
    this.#lastAt = now;
    const question = this.#open.get(request);
    if (question !== undefined) {
      question.isAnswered = true;
      this.longestWaitMs = Math.max(this.longestWaitMs, now - question.since);
    }
    const isToken = isTokenCall(request);
    const texts = isToken ? [] : requestTexts(request);
    const about = this.#orders.filter((order) => texts.some((text) => order.isNamedBy(text)));
    const isAboutAll = about.length === 0 && isSearch(request);
    const outages = isToken ? this.tokenOutages : isAboutAll ? this.#searchOutages : undefined;
    if (moment === 'received') {
      const isDown = this.#bank.pendingFaults('*').length > 0;
      this.#open.set(request, { since: now, about, isAnswered: false, isDown, outages });
      const isUntold = isAboutAll || about.some((order) => !order.isTold);
      if (isUntold && texts.some((text) => namesDay(text, now - DAY_MS)))
        this.hasAskedForYesterday = true;
    }
    const isGood = question?.isDown === false;
    if (isAboutAll) this.#searched(request, moment, { answer, isGood });
    else if (!isToken) this.#asked(request, moment, { answer, isGood }, about);
    return false;
  }

  #asked(
    request: WireRequest,
    moment: QuestionMoment,
    { answer, isGood }: { answer: string; isGood: boolean },
    about: readonly StagedOrder[],
  ): void {
    let isAnswered = moment !== 'received' && isGood;
    for (const order of about) {
      this.latest = order;
      if (!order.onAsked(request, moment, answer)) isAnswered = false;
      if (isAnswered && moment === 'answered') order.onAnswered();
      if (isAnswered && order.isToldBy(answer) && !this.#answered.has(order))
        this.#answered.set(order, this.#clock.now());
    }
    if (isAnswered) this.#count(`${request.url} ${request.body ?? ''}`);
  }

  #searched(
    request: WireRequest,
    moment: QuestionMoment,
    { answer, isGood }: { answer: string; isGood: boolean },
  ): void {
    this.#isSearching = true;
    if (moment === 'received') {
      for (const order of this.#orders) order.onQuestion(request);
    } else if (isGood && !this.#searchOutages.isFailing) {
      this.#count('');
      for (const order of this.#orders) order.onAnswer(answer);
    }
  }

  #count(question: string): void {
    this.#rounds.set(question, (this.#rounds.get(question) ?? 0) + 1);
  }

  #closed(request: WireRequest, now: number): boolean {
    const question = this.#open.get(request);
    this.#open.delete(request);
    if (question === undefined) return false;
    const { since, about, isAnswered, isDown, outages } = question;
    if (isDown) this.#downAt = now;
    else if (isAnswered) this.#downAt = Number.NEGATIVE_INFINITY;
    if (!isAnswered || isDown) for (const order of about) order.onGivenUp();
    const isOwn = outages !== this.#searchOutages;
    const concerned = isOwn ? about : this.#orders;
    const failed = concerned.filter((order) => order.takeFailure(isOwn));
    const hasFailed = outages?.onClosed(now) || failed.length > 0;
    for (const order of concerned) order.onOver();
    return isDown || hasFailed || now - since > SLOW_MS;
  }

  /** Half as often: a search fails for all orders at once, and one kind of outage follows the other. */
  async failSearches(outage: Outage): Promise<void> {
    const times = Math.ceil(outage.times / 2);
    if (this.#isSearching) await this.#searchOutages.add({ ...outage, times });
  }

  /** A step was played: what was learned before says nothing of it. */
  stepped(): void {
    this.#answered.clear();
    this.#rounds.clear();
  }

  /**
   * Whether the application will come to what is wrong: it asks about others, and many orders take it
   * long, or it got no answer a moment ago, or it was told of one less than `settleMs` ago, and has yet to ask about
   * the next day. One that asks the same again and again will not.
   */
  isBehind(wrong: readonly StagedOrder[], settleMs: number): boolean {
    const now = this.#clock.now();
    if (now - this.#downAt < ASKS_AGAIN_MS) return true;
    if ([this.#searchOutages, this.tokenOutages].some((outages) => outages.mayComeAgain(now))) {
      return true;
    }
    if (wrong.some((order) => order.mayAskAgain())) return true;
    const isAsking = now - this.#lastAt < BUSY_MS;
    const rounds = Math.max(0, ...this.#rounds.values());
    const isSettling = (order: StagedOrder) => now - (this.#answered.get(order) ?? now) < settleMs;
    return isAsking && rounds < ROUNDS && wrong.some(isSettling);
  }

  /** Whether the application waits for an answer that takes long. */
  isAnswering(): boolean {
    const now = this.#clock.now();
    return [...this.#open.values()].some(({ since }) => now - since > SLOW_MS);
  }
}

/** Calls for a token fail for so long at most: no order can be asked about meanwhile. */
const TOKENS_FAIL_MS = 3_000;
/** An answer that has not come after this long is slow on purpose. */
const SLOW_MS = 1_000;
/** An application that asked this recently is still asking. */
const BUSY_MS = 6_000;
/** An application that has asked the same thing this often is not working through a queue. */
const ROUNDS = 4;

/** Whether it is a day, or a moment of that day, in Bangkok. */
function namesDay(text: string, at: number): boolean {
  return text.replaceAll('-', '').startsWith(compactDateTime(at).slice(0, 8));
}

/** Whether a request names an order. */
export function isAbout(request: WireRequest, order: StagedOrder): boolean {
  return requestTexts(request).some((text) => order.isNamedBy(text));
}

/** All texts in a request that may be a reference. */
function requestTexts({ url, body }: WireRequest): string[] {
  const { pathname, searchParams } = new URL(url);
  const inPath = pathname.split('/').map(decoded);
  return [...inPath, ...searchParams.values(), ...jsonTexts(readJson(body ?? ''))];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function jsonTexts(value: Json | undefined): string[] {
  if (Array.isArray(value)) return value.flatMap(jsonTexts);
  if (isJsonObject(value)) return Object.values(value).flatMap(jsonTexts);
  const text = jsonText(value);
  return text === undefined ? [] : [text];
}
