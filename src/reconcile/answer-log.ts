import * as z from 'zod/mini';
import { sha256 } from '../core/hash.js';
import { DAY_MS } from '../core/time.js';
import { tryOrUndefined } from '../core/try-or-undefined.js';
import { type BulkOutput, openOutput } from '../host/bulk.js';
import type { Files } from '../host/host.js';
import type { InquiryAnswer } from './answers.js';

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
  readonly #known: ReadonlyMap<string, InquiryAnswer>;

  /** `about` names the inputs: with others the answers are forgotten. */
  constructor(files: Files, path: string, about: string, now: () => number) {
    this.#files = files;
    this.#path = path;
    this.#now = now;
    const mark = sha256(about);
    const lines = parseLines(files.readForeign(path, MOST_BYTES));
    const isSame = HEAD.safeParse(lines[0]).data?.about === mark;
    this.#known = isSame ? collectAnswers(lines, now()) : new Map();
    if (!isSame) files.remove(path);
    this.#output = openOutput(path);
    if (!isSame) this.#output.write(`${JSON.stringify({ about: mark })}\n`);
  }

  known(key: string): InquiryAnswer | undefined {
    return this.#known.get(key);
  }

  get size(): number {
    return this.#known.size;
  }

  /** A question that failed is asked again. */
  add(key: string, answer: InquiryAnswer): void {
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
function parseLines(bytes: Uint8Array | undefined): unknown[] {
  return new TextDecoder()
    .decode(bytes)
    .split('\n')
    .map((line): unknown => tryOrUndefined(() => JSON.parse(line)));
}

const HEAD = z.object({ about: z.string() });
const LINE = z.object({
  key: z.string(),
  at: z.number(),
  answer: z.object({
    requestUId: z.string(),
    payments: z.array(
      z.object({
        standing: z.enum(['paid', 'partial', 'reversed', 'refused', 'pending', 'initiated']),
        amount: z.exactOptional(z.number()),
        transactionId: z.exactOptional(z.string()),
        at: z.exactOptional(z.number()),
      }),
    ),
  }),
});

function collectAnswers(lines: readonly unknown[], now: number): Map<string, InquiryAnswer> {
  const answers = new Map<string, InquiryAnswer>();
  for (const line of lines) {
    const { data } = LINE.safeParse(line);
    if (data && now - data.at <= FRESH_MS) answers.set(data.key, data.answer);
  }
  return answers;
}
