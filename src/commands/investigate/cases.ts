import { loadReferences } from '../../bank/families.js';
import { usageError } from '../../core/errors.js';
import { withoutUndefined } from '../../core/fields.js';
import type { Json } from '../../core/json.js';
import { bangkokDate, compactDateTime, DAY_MS, readRelative } from '../../core/time.js';
import { type AskedBank, previewInquiries, questionsFor } from '../../investigate/ask.js';
import { type Case, isReference, recognise } from '../../investigate/gather.js';
import { MOST_DAYS } from '../../investigate/searched-days.js';
import { bareSpellings } from '../../investigate/spellings.js';
import { reportWords as words } from '../../messages/report.js';
import { decode } from '../../qr/decode.js';
import { argument, option, text, type ValuesOf } from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import {
  type Code,
  readCodes,
  readStandardInput,
  suggestTyping,
  toCodes,
} from '../../runtime/source.js';
import { soughtAmount, soughtDay } from '../../runtime/value-parsers.js';

type Id = Pick<Case, 'id' | 'payloads' | 'picture' | 'typed'>;

/** What the command line says about a payment. */
export const INVESTIGATE = {
  id: argument(
    'id',
    'outTradeNo, transaction or QR id, tokenizerId, slip, payload, picture, reference 1, partner transaction id, direct debit or registration reference, requestUId; - is standard input',
    { effect: 'reads' },
  ),
  date: option(
    '--date <date>',
    'Bangkok day of the payment: YYYY-MM-DD, today, yesterday (the last days)',
    soughtDay,
  ),
  since: option(
    '--since <date>',
    `search from this Bangkok day on, at most ${MOST_DAYS} days ago`,
    sinceDay,
  ),
  expectedAmount: option('--amount <baht>', 'expected amount, as printed on a slip', soughtAmount),
  reference2: text('--ref2 <text>', 'reference 2 of a bill payment'),
  sendingBank: text(
    '--sending-bank <code>',
    'bank that issued the slip, if only its reference is given',
  ),
  refDateTime: text(
    '--ref-date-time <time>',
    'time of a direct debit charge, yyyyMMddHHmmss, if the journal does not have it',
  ),
  bundle: text('--bundle <file>', 'write a redacted case for the bank to FILE.zip', {
    effect: 'writes',
  }),
  report: text('--report <file>', 'write a redacted page for people to FILE.html', {
    effect: 'writes',
  }),
};

/** Each day is an inquiry of its own, and the bank allows few in a second. */
function sinceDay(typed: string, flag: string, now: number): string {
  const day = soughtDay(typed, flag, now);
  if (day >= bangkokDate(now - MOST_DAYS * DAY_MS)) return day;
  throw usageError(words.tooLongAgo(flag, MOST_DAYS), words.oneDay);
}

type InvestigateValues = ValuesOf<typeof INVESTIGATE>;

/** What a person says of a payment beside its id. */
export type PaymentDescription = {
  readonly [Name in
    | 'date'
    | 'since'
    | 'expectedAmount'
    | 'reference2'
    | 'sendingBank'
    | 'refDateTime']?: string | undefined;
};

/** What is to be investigated, with all that the command line says about it. */
export async function readCases(services: Services, given: InvestigateValues): Promise<Case[]> {
  const ids = await readIds(given.id, services);
  if (ids.length > 1 && given.bundle !== undefined) {
    throw usageError(words.oneCase(ids.length), words.oneAtATime);
  }
  const cases: Case[] = [];
  for (const id of ids) cases.push(await caseWith(services, id, given));
  return cases;
}

/** A case whose codes were read already. */
export async function caseWithCodes(
  services: Services,
  id: string,
  codes: readonly Code[],
  about: PaymentDescription = {},
): Promise<Case> {
  return caseWith(services, shownId(id, codes), about);
}

/** Throws USAGE for what cannot be a reference, before anything is asked. */
async function caseWith(services: Services, id: Id, about: PaymentDescription): Promise<Case> {
  const { settings } = await services.profile();
  const { date, since, refDateTime = '', expectedAmount, reference2, sendingBank } = about;
  const referred = readRelative(refDateTime, await services.bankNow());
  const moment = referred === undefined ? refDateTime : compactDateTime(referred);
  return {
    ...(await requireRecognised(id, settings)),
    scope: {
      settings,
      ...withoutUndefined({
        date,
        since,
        reference2,
        sendingBank,
        refDateTime: moment || undefined,
      }),
    },
    ...withoutUndefined({ expectedAmount }),
  };
}

/** The id, without what stands between its parts where it is a reference only so. */
async function requireRecognised(id: Id, settings: AskedBank['settings']): Promise<Id> {
  const references = await loadReferences();
  const isTyped = id.picture === undefined && id.payloads.includes(id.id);
  if (isTyped && !isReference(references, id, settings)) {
    const spelled = bareSpellings(id.id)
      .map((bare) => ({ ...id, id: bare, payloads: [bare], typed: id.id }))
      .find((one) => isReference(references, one, settings));
    if (spelled) return spelled;
  }
  recognise(references, id, settings);
  return id;
}

/** The id that was given; with `-` a picture, one payload, or ids, one a line. */
async function readIds(id: string, services: Services): Promise<Id[]> {
  if (id !== '-') return [await readId(id, services)];
  const bytes = await readStandardInput(services.host.stdin);
  const codes = await toCodes(bytes, services).catch(suggestTyping(['investigate']));
  const [first] = codes;
  if (first === undefined || first.place) return [shownId(id, codes)];
  const lines = splitIds(first.payload);
  if (lines.length === 0) throw usageError(words.noIds);
  const ids: Id[] = [];
  for (const line of lines) ids.push(await readId(line, services));
  return ids;
}

/** As it stands on the command line: a reference, a payload, or the name of a file. */
async function readId(id: string, services: Services): Promise<Id> {
  if (id.trim() === '') throw usageError(words.emptyId);
  if (id === '-') throw usageError(words.dashId);
  const codes = await readCodes(id, services).catch(suggestTyping(['investigate']));
  return shownId(id, codes);
}

/** The parts of a bill barcode may stand in lines of their own. */
function splitIds(text: string): string[] {
  const isBarcode = text.startsWith('|') && decode(text).errors.length === 0;
  if (isBarcode) return [text];
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function shownId(id: string, codes: readonly Code[]): Id {
  const picture = codes.find((code) => code.picture !== undefined)?.picture;
  const payloads = codes.map(({ payload }) => payload);
  return { id, payloads, picture };
}

/** The first questions; later ones depend on the answers. */
export async function previews(investigated: Case, bank: AskedBank): Promise<Json[]> {
  const references = await loadReferences();
  const { readings } = recognise(references, investigated, bank.settings);
  const scope = { ...investigated.scope, now: bank.clock.now() + (bank.ahead ?? 0) };
  const questions = readings.flatMap((reading) => questionsFor(references, reading, scope));
  return previewInquiries(bank, questions);
}
