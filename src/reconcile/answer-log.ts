import { isRecord } from '../core/fields.js';
import { sha256 } from '../core/hash.js';
import { DAY_MS } from '../core/time.js';
import { type BulkOutput, openOutput } from '../host/bulk.js';
import type { Files } from '../host/host.js';
import type { Answer } from './answers.js';

/** What is older is asked again. */
const FRESH_MS = DAY_MS;
const MOST_BYTES = 512 * 1024 * 1024;

/**
 * The answers of an unfinished run, a line each, so that the next run of the same inputs asks only
 * what is left.
 */
export class AnswerLog {
  readonly #files: Files;
  readonly #path: string;
  readonly #now: () => number;
  readonly #output: BulkOutput;
  readonly #known: ReadonlyMap<string, Answer>;

  /** `about` names the inputs: with others the answers are forgotten. */
  constructor(files: Files, path: string, about: string, now: () => number) {
    this.#files = files;
    this.#path = path;
    this.#now = now;
    const mark = sha256(about);
    const lines = linesIn(files.readForeign(path, MOST_BYTES));
    const isSame = lines[0]?.about === mark;
    this.#known = isSame ? answersIn(lines, now()) : new Map();
    if (!isSame) files.remove(path);
    this.#output = openOutput(path);
    if (!isSame) this.#output.write(`${JSON.stringify({ about: mark })}\n`);
  }

  known(key: string): Answer | undefined {
    return this.#known.get(key);
  }

  get size(): number {
    return this.#known.size;
  }

  /** A question that failed is asked again. */
  add(key: string, answer: Answer): void {
    if ('why' in answer) return;
    this.#output.write(`${JSON.stringify({ key, at: this.#now(), answer })}\n`);
  }

  /** Forgets them where nothing is left to ask. */
  close(isComplete: boolean): void {
    this.#output.close();
    if (isComplete) this.#files.remove(this.#path);
  }
}

/** A line that was cut off when its writer died is no line. */
function linesIn(bytes: Uint8Array | undefined): Record<string, unknown>[] {
  return new TextDecoder()
    .decode(bytes)
    .split('\n')
    .flatMap((line) => {
      try {
        const value: unknown = JSON.parse(line);
        return isRecord(value) ? [value] : [];
      } catch {
        return [];
      }
    });
}

function answersIn(lines: readonly Record<string, unknown>[], now: number): Map<string, Answer> {
  const answers = new Map<string, Answer>();
  for (const { key, at, answer } of lines) {
    if (typeof key !== 'string' || typeof at !== 'number' || now - at > FRESH_MS) continue;
    const read = answerIn(answer);
    if (read) answers.set(key, read);
  }
  return answers;
}

const STANDINGS = ['paid', 'partial', 'reversed', 'refused', 'pending', 'initiated'] as const;

function answerIn(value: unknown): Answer | undefined {
  if (!isRecord(value) || typeof value.requestUId !== 'string') return undefined;
  if (!Array.isArray(value.payments)) return undefined;
  const payments = value.payments.flatMap((one: unknown) => {
    if (!isRecord(one)) return [];
    const { amount, transactionId, at } = one;
    const standing = STANDINGS.find((known) => known === one.standing);
    if (standing === undefined) return [];
    return {
      standing,
      ...(typeof amount === 'number' && { amount }),
      ...(typeof transactionId === 'string' && { transactionId }),
      ...(typeof at === 'number' && { at }),
    };
  });
  return { payments, requestUId: value.requestUId };
}
