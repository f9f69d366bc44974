import { PayctlError } from '../../core/errors.js';
import { type Data, dataFrom, type Say } from '../../core/message.js';
import { payload as says } from '../../messages/payload.js';
import { qr } from '../../messages/qr.js';
import { describeFinding, type Finding, lint } from '../../qr/lint.js';
import { isForeign } from '../../qr/reading.js';
import { type Command, command } from '../../runtime/command.js';
import type { Context } from '../../runtime/context.js';
import { argument } from '../../runtime/parameter.js';
import { type Code, placeText, readCodes } from '../../runtime/source.js';
import { checkSave, drawing, drawQr, saveQr } from './drawing.js';

const PAYLOAD =
  '00020101021229370016A000000677010111011300660000000005802TH530376454044.226304E469';

const SOURCE = {
  source: argument(
    'source',
    '- (standard input), a file (PNG, JPEG, WebP, GIF, text), or a payload',
    { effect: 'reads' },
  ),
};

const decode = command({
  words: ['qr', 'decode'],
  step: 'harmless',
  summary: 'show what a Thai QR, a slip or a bill barcode contains; offline',
  notes: [
    'JSON includes the payload and the position of the code in the picture, in pixels from the top left. A broken payload is exit 14, and whatever could be read is still printed. If a picture has a valid code, other codes in it (e.g. a link) only cause a warning.',
  ],
  parameters: SOURCE,
  examples: [`payctl qr decode ${PAYLOAD}`, `payctl qr decode ${PAYLOAD} -o json -q amount`],
  dryRun: 'harmless',
  run: async (context, { source }) => {
    const { decode: read, drawTree } = await import('../../qr/decode.js');
    const mask = await masking(context);
    const seen = (await readCodes(source, context)).map((code) => {
      const decoded = read(code.payload);
      return { ...code, decoded, errors: decoded.errors };
    });
    return {
      data: one(
        seen.map(({ payload, place = null, decoded }) => dataFrom({ payload, place, ...decoded })),
      ),
      table(say) {
        const trees = seen.map(
          ({ decoded, place }) => heading(place, say) + drawTree(decoded, { mask, say }),
        );
        return `${trees.join('\n\n')}\n`;
      },
      problem: await problemOf(seen, context),
    };
  },
});

const check = command({
  words: ['qr', 'lint'],
  step: 'harmless',
  summary: 'check a payload against the standard and common banking apps; offline',
  notes: ['Exit 14 on any error, 0 with warnings only.'],
  parameters: SOURCE,
  examples: [`payctl qr lint ${PAYLOAD}`, `payctl qr lint ${PAYLOAD} -o json`],
  dryRun: 'harmless',
  run: async (context, { source }) => {
    const seen = (await readCodes(source, context)).map((code) => {
      const findings = lint(code.payload);
      return { ...code, findings, errors: findings.filter((one) => one.severity === 'error') };
    });
    const lines = seen.flatMap(({ findings, place }) => [
      ...(place ? [qr.codeAt(placeText(place))] : []),
      ...(findings.length > 0 ? findings.map(describeFinding) : [qr.nothingToFix]),
    ]);
    return {
      data: one(seen.map(({ findings }) => dataFrom(findings))),
      table: (say) => `${lines.map(say).join('\n')}\n`,
      problem: await problemOf(seen, context),
    };
  },
});

const render = command({
  words: ['qr', 'render'],
  step: 'harmless',
  summary: 'draw a payload as a QR; offline',
  parameters: { given: argument('payload', 'any text; - is standard input'), ...drawing() },
  examples: [`payctl qr render ${PAYLOAD}`, `payctl qr render ${PAYLOAD} --save code.png`],
  run: async (context, { given, ...drawing }) => {
    checkSave(context, drawing.save);
    const [code] = given === '-' ? await readCodes('-', context) : [{ payload: given }];
    const payload = code?.payload ?? '';
    const saved = await saveQr(payload, context, drawing);
    return saved ? {} : { text: await drawQr(payload, context, drawing) };
  },
});

export const offlineCommands: readonly Command[] = [decode, check, render];

/** An object for the usual single code, an array for several in one picture. */
function one(items: readonly Data[]): Data {
  return items.length === 1 ? (items[0] ?? null) : items;
}

function heading(place: Code['place'], say: Say): string {
  return place ? `${say(qr.codeAt(placeText(place)))}\n` : '';
}

async function masking(context: Context): Promise<((value: string) => string) | undefined> {
  if (context.globals.showPersonal) return undefined;
  return (await import('../../bank/privacy.js')).maskValue;
}

interface Judged extends Code {
  errors: readonly Finding[];
}

/** Posters carry links too: beside a valid code, a code of another kind is not an error. */
async function problemOf(
  seen: readonly Judged[],
  { warn }: Context,
): Promise<PayctlError | undefined> {
  const hasSound = seen.some(({ errors }) => errors.length === 0);
  const foreign = hasSound ? seen.filter(({ payload }) => isForeign(payload)) : [];
  for (const { place } of foreign) {
    await warn(qr.notPayment(place ? placeText(place) : '?'));
  }
  const broken = seen.filter((code) => !foreign.includes(code)).flatMap(({ errors }) => errors);
  const [first, ...others] = broken.map(describeFinding);
  if (first === undefined) return undefined;
  const said = others.length > 0 ? says.brokenAndMore(first, others.length) : says.broken(first);
  return new PayctlError('BAD_DATA', said, { hint: qr.everyRule });
}
