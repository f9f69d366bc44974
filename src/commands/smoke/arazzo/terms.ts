import type { Operation } from '../../../bank/define.js';
import type { ExitClass } from '../../../core/errors.js';
import { fromPlain, isJsonObject, type Json, jsonText } from '../../../core/json.js';
import type { Message } from '../../../core/message.js';
import { EXAMPLES } from '../../openapi/command.js';

/* What a plan and a workflow of Arazzo have in common, for both directions. */

/** Headers that payctl sends by itself, in small letters. */
export const OWN_HEADERS = [
  'resourceownerid',
  'requestuid',
  'authorization',
  'accept-language',
  'content-type',
  'x-sandbox-key',
];

/** The answers by which a call ends in these classes. */
export const HTTP_STATUS: ReadonlyMap<ExitClass, readonly number[]> = new Map([
  ['NOT_FOUND', [404]],
  ['AUTH', [401, 403]],
  ['RATE_LIMITED', [429]],
]);

/** Why a step, or a part of one, has no place on the other side. */
export class NoPlace extends Error {
  readonly why: Message;

  constructor(why: Message) {
    super(String(why));
    this.why = why;
  }
}

/** The data of an answer, as documents show it. */
export function exampleAnswer({ id, answer }: Operation): Json {
  return fromPlain(EXAMPLES.operations[id]?.answer ?? answer ?? {});
}

/** The field of the answer's data that holds the bank's word for the state, by the example of an answer. */
export function stateField(operation: Operation): string | undefined {
  const answer = exampleAnswer(operation);
  const state = operation.bankStatus?.(answer).state;
  const fields = Object.entries(isJsonObject(answer) ? answer : {});
  return state && fields.find(([, value]) => jsonText(value) === state)?.[0];
}

/** The name of a field without those above it: what an input is called by that holds it. */
export function lastSegment(field: string): string {
  return field.slice(field.lastIndexOf('.') + 1);
}

const NAME = /^[A-Za-z_]\w*$/;

/** The JSON pointer, below the data, of a query that names one value; undefined for any other. */
export function queryToPointer(query: string): string | undefined {
  if (!/^([A-Za-z_]\w*|\[\d+\])(\.[A-Za-z_]\w*|\[\d+\])*$/.test(query)) return undefined;
  return query
    .split(/[.[\]]+/)
    .filter(Boolean)
    .map((part) => `/${part}`)
    .join('');
}

/** The query of a JSON pointer below the data. */
export function pointerToQuery(pointer: string): string {
  const [, ...parts] = pointer.split('/');
  return parts
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part, index) => {
      if (/^\d+$/.test(part)) return `[${part}]`;
      return (index === 0 ? '' : '.') + (NAME.test(part) ? part : JSON.stringify(part));
    })
    .join('');
}
