import { PayctlError } from '../../core/errors.js';
import { type Data, type Say, toData } from '../../core/message.js';
import { payload as says } from '../../messages/payload.js';
import { qr } from '../../messages/qr.js';
import { describeFinding, type Finding, lint } from '../../qr/lint.js';
import { isNoPayload } from '../../qr/reading.js';
import { type Command, command } from '../../runtime/command.js';
import { argument } from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import { type Code, placeText, readCodes } from '../../runtime/source.js';
import { checkSave, DRAWING, drawQr, saveQr } from './drawing.js';

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
  run: async (services, { source }) => {
    const { decode: read, drawTree } = await import('../../qr/decode.js');
    const mask = await maskFor(services);
    const codes = (await readCodes(source, services)).map((code) => {
      const decoded = read(code.payload);
      return { ...code, decoded, errors: decoded.errors };
    });
    return {
      data: singleOrAll(
        codes.map(({ payload, place = null, decoded }) => toData({ payload, place, ...decoded })),
      ),
      table({ say }) {
        const trees = codes.map(
          ({ decoded, place }) => heading(place, say) + drawTree(decoded, { mask, say }),
        );
        return `${trees.join('\n\n')}\n`;
      },
      problem: await codesProblem(codes, services),
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
  run: async (services, { source }) => {
    const codes = (await readCodes(source, services)).map((code) => {
      const findings = lint(code.payload);
      return { ...code, findings, errors: findings.filter(({ severity }) => severity === 'error') };
    });
    const lines = codes.flatMap(({ findings, place }) => [
      ...(place ? [qr.codeAt(placeText(place))] : []),
      ...(findings.length > 0 ? findings.map(describeFinding) : [qr.nothingToFix]),
    ]);
    return {
      data: singleOrAll(codes.map(({ findings }) => toData(findings))),
      table: ({ say }) => `${lines.map(say).join('\n')}\n`,
      problem: await codesProblem(codes, services),
    };
  },
});

const render = command({
  words: ['qr', 'render'],
  step: 'harmless',
  summary: 'draw a payload as a QR; offline',
  parameters: { given: argument('payload', 'any text; - is standard input'), ...DRAWING },
  examples: [`payctl qr render ${PAYLOAD}`, `payctl qr render ${PAYLOAD} --save code.png`],
  run: async (services, { given, ...drawing }) => {
    checkSave(services, drawing.save);
    const [code] = given === '-' ? await readCodes('-', services) : [{ payload: given }];
    const payload = code?.payload ?? '';
    const saved = await saveQr(payload, services, drawing);
    if (saved) return {};
    const drawn = await drawQr(payload, services, drawing);
    // Whatever the format; as a picture it stays on the screen, for the camera of a phone.
    return { text: drawn, picture: drawn };
  },
});

export const offlineCommands: readonly Command[] = [decode, check, render];

/** One code as an object, several in one picture as an array. */
function singleOrAll(items: readonly Data[]): Data {
  return items.length === 1 ? (items[0] ?? null) : items;
}

function heading(place: Code['place'], say: Say): string {
  return place ? `${say(qr.codeAt(placeText(place)))}\n` : '';
}

async function maskFor(services: Services): Promise<((value: string) => string) | undefined> {
  if (services.options.showPersonal) return undefined;
  return (await import('../../bank/privacy.js')).maskValue;
}

interface CheckedCode extends Code {
  errors: readonly Finding[];
}

/** Posters carry links too: beside a valid code, a code of another kind is not an error. */
async function codesProblem(
  codes: readonly CheckedCode[],
  { warn }: Services,
): Promise<PayctlError | undefined> {
  const hasSound = codes.some(({ errors }) => errors.length === 0);
  const foreign = hasSound ? codes.filter(({ payload }) => isNoPayload(payload)) : [];
  for (const { place } of foreign) {
    await warn(qr.notPayment(place ? placeText(place) : '?'));
  }
  const problems = codes.filter((code) => !foreign.includes(code)).flatMap(({ errors }) => errors);
  const [first, ...others] = problems.map(describeFinding);
  if (first === undefined) return undefined;
  const message = others.length > 0 ? says.brokenAndMore(first, others.length) : says.broken(first);
  return new PayctlError('BAD_DATA', message, { hint: qr.everyRule });
}
