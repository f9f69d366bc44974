import type { Fields, Operation } from '../../bank/define.js';
import { MADE } from '../../bank/generate.js';
import type { WireResponse } from '../../bank/wire.js';
import { fromPlain, type Json, readJson } from '../../core/json.js';
import type { Outcome } from '../outcome.js';
import { TransportFailure } from '../transport.js';
import { type Answer, lineOf } from './recorded.js';
import { Redaction } from './redaction.js';

/** An exchange as it was: what is kept of it is decided here alone. */
export interface Exchanged {
  operation: Operation;
  input: Fields;
  came: WireResponse | TransportFailure;
  /** What came encrypted, opened. */
  opened?: Pick<Outcome, 'status' | 'data'>;
  /** All that this caller knows. */
  secrets: readonly string[];
}

export type Recorder = (exchange: Exchanged) => Promise<void>;

/** Writes exchanges as lines of a recording; `write` gets each whole, without its end. */
export function recorder(write: (line: string) => void | Promise<void>): Recorder {
  return async ({ operation, input, came, opened, secrets }) => {
    // Nothing was exchanged.
    if (came instanceof TransportFailure && NOT_SENT.has(came.reason)) return;
    const redaction = new Redaction(operation, secrets);
    const line = lineOf({
      operation: keyOf(operation),
      input: redaction.input(input),
      generated: generatedIn(input),
      came:
        came instanceof TransportFailure
          ? new TransportFailure(came.reason, came.sent, redaction.text(came.message))
          : answerOf(came, opened, redaction, fromPlain(input)),
    });
    await write(line);
  };
}

const NOT_SENT: ReadonlySet<string> = new Set(['withheld', 'aborted']);

/** What a call that is not in the catalogue is known by is its path. */
export function keyOf({ id, command }: Operation): string {
  return id.includes('.') ? id : command.join(' ');
}

export function generatedIn(input: Fields): string[] {
  return Object.keys(input).filter((field) => MADE.has(input[field]));
}

/** What decides how an answer is judged. */
const HEADERS = ['content-type', 'retry-after'];

function answerOf(
  { status, headers, body }: WireResponse,
  opened: Exchanged['opened'],
  redaction: Redaction,
  sent: Json,
): Answer {
  const kept = HEADERS.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, redaction.text(value)] as const];
  });
  const head = { status, headers: Object.fromEntries(kept) };
  const text = new TextDecoder().decode(body);
  const data = opened?.status === undefined ? readJson(text) : fromPlain({ ...opened });
  if (data === undefined) return { ...head, text: redaction.text(text) };
  return { ...head, body: redaction.json(data, sent) };
}
