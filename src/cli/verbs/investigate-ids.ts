import { PayctlError } from '../../errors.js';
import type { Case } from '../../investigate/gather.js';
import { decode } from '../../qr/decode.js';
import type { Context } from '../context.js';
import { type Code, codesIn, orTyped, readCodes, readInput } from '../source.js';

type Id = Pick<Case, 'id' | 'payloads'>;

/** The id that was given; with `-` a picture, one payload, or ids, one a line. */
export async function readIds(id: string, context: Context): Promise<Id[]> {
  if (id !== '-') return [await readId(id, context)];
  const bytes = await readInput(context.host.stdin);
  const codes = await codesIn(bytes, context).catch(orTyped('investigate'));
  const [first] = codes;
  if (first === undefined || first.place) return [{ id, payloads: codes.map(payloadOf) }];
  const lines = idsIn(first.payload);
  if (lines.length === 0) throw new PayctlError('USAGE', 'standard input holds no id');
  const ids: Id[] = [];
  for (const line of lines) ids.push(await readId(line, context));
  return ids;
}

/** As it stands on the command line: a reference, a payload, or the name of a file. */
async function readId(id: string, context: Context): Promise<Id> {
  if (id.trim() === '') throw new PayctlError('USAGE', 'the id is empty');
  if (id === '-') throw new PayctlError('USAGE', 'a line of standard input is "-", which is no id');
  const codes = await readCodes(id, context).catch(orTyped('investigate'));
  return { id, payloads: codes.map(payloadOf) };
}

/** The parts of a bill barcode may stand in lines of their own. */
function idsIn(text: string): string[] {
  const isBarcode = text.startsWith('|') && decode(text).errors.length === 0;
  if (isBarcode) return [text];
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function payloadOf({ payload }: Code): string {
  return payload;
}
