import { PayctlError } from '../../errors.js';
import { fromPlain, type Json } from '../../json.js';
import { describeFinding, lint } from '../../qr/lint.js';
import type { Command } from '../command.js';
import type { Context } from '../context.js';
import { checkDrawing, DRAWING_OPTIONS, drawQr, saveQr } from '../drawing.js';
import { type Code, hintAt, readCodes } from '../source.js';

const PAYLOAD =
  '00020101021229370016A000000677010111011300660000000005802TH530376454044.226304E469';

const SOURCE = {
  name: 'source',
  summary: '- (standard input), a file (PNG, JPEG, WebP, GIF, text), or a payload',
};

const decode: Command = {
  words: ['qr', 'decode'],
  summary: 'say what a Thai QR, a slip or a bill barcode holds; offline',
  notes: ['Exit 14 where the payload is broken: what could be read is printed all the same.'],
  arguments: [SOURCE],
  examples: [`payctl qr decode ${PAYLOAD}`, `payctl qr decode ${PAYLOAD} -o json -q amount`],
  dryRun: 'harmless',
  run: async (context) => {
    const { decode: read } = await import('../../qr/decode.js');
    const { drawTree } = await import('../../qr/tree.js');
    const mask = await masking(context);
    const seen = (await codes(context)).map((code) => ({ ...code, decoded: read(code.payload) }));
    const broken = seen.find(({ decoded }) => decoded.errors.length > 0);
    const trees = seen.map(({ decoded, place }) => heading(place) + drawTree(decoded, { mask }));
    return {
      data: one(seen.map(({ decoded }) => fromPlain(decoded))),
      table: `${trees.join('\n\n')}\n`,
      problem: broken && brokenPayload(broken.decoded.errors.map(describeFinding), seen),
    };
  },
};

const check: Command = {
  words: ['qr', 'lint'],
  summary: 'hold a payload against the standard and common banking apps; offline',
  notes: ['Exit 14 on any error, 0 with warnings alone.'],
  arguments: [SOURCE],
  examples: [`payctl qr lint ${PAYLOAD}`, `payctl qr lint ${PAYLOAD} -o json`],
  dryRun: 'harmless',
  run: async (context) => {
    const seen = (await codes(context)).map((code) => ({ ...code, findings: lint(code.payload) }));
    const errors = seen.flatMap(({ findings }) =>
      findings.filter(({ severity }) => severity === 'error'),
    );
    const lines = seen.flatMap(({ findings, place }) => [
      ...(place ? [`code at ${place}`] : []),
      ...(findings.length > 0 ? findings.map(describeFinding) : ['nothing to mend']),
    ]);
    return {
      data: one(seen.map(({ findings }) => fromPlain(findings))),
      table: `${lines.join('\n')}\n`,
      problem: errors.length > 0 ? brokenPayload(errors.map(describeFinding), seen) : undefined,
    };
  },
};

const render: Command = {
  words: ['qr', 'render'],
  summary: 'draw a payload as a QR; offline',
  arguments: [{ name: 'payload', summary: 'any text; - is standard input' }],
  options: DRAWING_OPTIONS,
  examples: [`payctl qr render ${PAYLOAD}`, `payctl qr render ${PAYLOAD} --save code.png`],
  run: async (context) => {
    checkDrawing(context);
    const given = context.argument('payload') ?? '';
    const [code] = given === '-' ? await readCodes('-', context) : [{ payload: given }];
    const payload = code?.payload ?? '';
    const saved = await saveQr(payload, context);
    return saved ? {} : { text: await drawQr(payload, context) };
  },
};

export const offlineCommands: readonly Command[] = [decode, check, render];

function codes(context: Context): Promise<Code[]> {
  return readCodes(context.argument('source') ?? '', context);
}

/** An object for the usual single code, an array for several in one picture. */
function one(items: Json[]): Json {
  return items.length === 1 ? (items[0] ?? null) : items;
}

function heading(place: string | undefined): string {
  return place ? `code at ${place}\n` : '';
}

async function masking(context: Context): Promise<((value: string) => string) | undefined> {
  if (context.globals.showPersonal) return undefined;
  return (await import('../../output/mask.js')).maskValue;
}

function brokenPayload(
  [first = '', ...others]: readonly string[],
  seen: readonly Code[],
): PayctlError {
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  return new PayctlError('BAD_DATA', `the payload is broken: ${first}${more}`, {
    hint: hintAt(seen, 'payctl qr lint SOURCE lists every rule that it breaks'),
  });
}
