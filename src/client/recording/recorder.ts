import type { Fields, Operation } from '../../bank/define.js';
import { generatedValues } from '../../bank/generate.js';
import type { WireResponse } from '../../bank/wire.js';
import { fromPlain, type Json, readJson } from '../../core/json.js';
import type { Outcome } from '../outcome.js';
import { TransportFailure } from '../transport.js';
import { exchangeLine, type RecordedAnswer } from './recording.js';
import { Redaction } from './redaction.js';

/** An exchange as it was, before anything is removed from it. */
interface RawExchange {
  operation: Operation;
  input: Fields;
  received: WireResponse | TransportFailure;
  /** The answer of direct debit, decrypted. */
  opened?: Pick<Outcome, 'status' | 'data'>;
  secrets: readonly string[];
}

/** Gets each exchange of a caller. */
export type Recorder = (exchange: RawExchange) => Promise<void>;

/** Redacts exchanges and writes them as lines of a recording; `write` gets each without a line feed. */
export function recorder(write: (line: string) => void | Promise<void>): Recorder {
  return async ({ operation, input, received, opened, secrets }) => {
    // Nothing was exchanged.
    if (received instanceof TransportFailure && NOT_SENT.has(received.reason)) return;
    const redaction = new Redaction(operation, secrets);
    const line = exchangeLine({
      operation: callKey(operation),
      input: redaction.input(input),
      generated: findGeneratedFields(input),
      received:
        received instanceof TransportFailure
          ? new TransportFailure(received.reason, received.sent, redaction.text(received.message))
          : recordedAnswer(received, opened, redaction, fromPlain(input)),
    });
    await write(line);
  };
}

const NOT_SENT: ReadonlySet<string> = new Set(['withheld', 'aborted']);

/** The id of an operation; of a call that is not in the catalogue, method and path. */
export function callKey({ id, command }: Operation): string {
  return id.includes('.') ? id : command.join(' ');
}

/** The fields of an input whose values this process generated. */
export function findGeneratedFields(input: Fields): string[] {
  return Object.keys(input).filter((field) => generatedValues.has(input[field]));
}

/** The headers that decide how an answer is judged. */
const HEADERS = ['content-type', 'retry-after'];

function recordedAnswer(
  { status, headers, body }: WireResponse,
  opened: RawExchange['opened'],
  redaction: Redaction,
  sent: Json,
): RecordedAnswer {
  const keptHeaders = HEADERS.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, redaction.text(value)] as const];
  });
  const head = { status, headers: Object.fromEntries(keptHeaders) };
  const text = new TextDecoder().decode(body);
  const { status: envelope, data } = opened ?? {};
  const answer = envelope === undefined ? readJson(text) : fromPlain({ status: envelope, data });
  if (answer === undefined) return { ...head, text: redaction.text(text) };
  return { ...head, body: redaction.json(answer, sent) };
}
