import { maskPersonal } from '../bank/privacy.js';
import { conceal } from '../client/conceal/conceal.js';
import { sha256 } from '../core/hash.js';
import { fromPlain, type Json, stringifyJson } from '../core/json.js';
import type { Say } from '../core/message.js';
import { visible, visibleLines } from '../core/text.js';
import { channelDateTime } from '../core/time.js';
import { csvLine } from '../format/csv.js';
import { reportWords, caseWords as words } from '../messages/report.js';
import type { Evidence, EvidenceSource, PaymentStatement, SentCharge } from './evidence.js';
import { createMasker } from './redaction.js';
import type { Report } from './report.js';

export interface BundleFile {
  name: string;
  bytes: Uint8Array;
  sha256: string;
}

/** What the support of the bank needs to find the calls. */
export interface BundleContext {
  payctl: string;
  platform: string;
  /** Of the profile: what is not absent is in the bundle. */
  profile: Readonly<Record<string, string | undefined>>;
}

/**
 * A case for the bank. Only what is listed here goes in: times, ids, references, amounts, states
 * and codes, and notes with numbers and addresses masked; never a body, a name, an account, or words of
 * the other side.
 *
 * @param secrets must not appear, wherever they might, and however spelled
 */
export function createBundle(
  report: Report,
  evidence: Evidence,
  about: BundleContext,
  { secrets, say }: { secrets: readonly string[]; say: Say },
): BundleFile[] {
  const masked = createMasker(evidence.personal);
  const clean = (text: string) => masked(conceal(text, secrets));
  const entry = (name: string, text: string): BundleFile => {
    const bytes = new TextEncoder().encode(clean(text));
    return { name, bytes, sha256: sha256(bytes) };
  };
  const parts = [
    entry('README.txt', readme(report, say)),
    entry('case.json', pretty(maskPersonal(caseJson(report, evidence, say)))),
    entry('timeline.txt', timelineText(report, say)),
    entry('requests.csv', requestsCsv(evidence)),
    entry('environment.json', pretty(maskPersonal(fromPlain(about)))),
  ];
  const sums = parts.map(({ name, sha256: sum }) => `${sum}  ${name}\n`).join('');
  return [...parts, entry('SHA256SUMS', sums)];
}

/** The entries as one ZIP file. */
export async function toZip(entries: readonly BundleFile[], now: number): Promise<Uint8Array> {
  const { zipSync } = await import('fflate');
  return zipSync(Object.fromEntries(entries.map(({ name, bytes }) => [name, bytes])), {
    mtime: now,
  });
}

function readme({ verdict, contradictions }: Report, say: Say): string {
  const lines = [
    words.title,
    '',
    words.verdict(verdict.exit, verdict.sentence),
    ...contradictions.map(({ severity, message }) => {
      return words.contradiction(reportWords[severity], message);
    }),
    '',
    words.files,
    '',
    words.leftOut,
  ];
  return lines.map((line) => `${visibleLines(say(line))}\n`).join('');
}

function caseJson(
  { recognised, contradictions, verdict }: Report,
  evidence: Evidence,
  say: Say,
): Json {
  const { id, decoded, payloads, sources, statements, sent, confirmed, notes, now } = evidence;
  return fromPlain({
    writtenAt: channelDateTime(now),
    id: decoded.length > 0 ? undefined : id,
    payloadSha256:
      decoded.length > 0 ? payloads.map((text) => sha256(Buffer.from(text))) : undefined,
    verdict: { ...verdict, sentence: say(verdict.sentence) },
    contradictions: contradictions.map(({ message, ...one }) => ({
      ...one,
      message: say(message),
    })),
    recognised: recognised.map(({ as, value, fit }) => ({ as, value, fit })),
    payloads: decoded.map(({ kind, amount, billerId, sendingBank }) => {
      return { kind, amount, billerId, sendingBank };
    }),
    inquiries: sources.map((source) => inquiryJson(source, say)),
    bank: statements.map(statementJson),
    sent: sent.map(chargeJson),
    notes: notes?.map(({ at, ...note }) => ({ at: channelDateTime(at), ...note })),
    confirmations: confirmed.map(({ id: name, fingerprint, reference, amount, receivedAt }) => {
      return { id: name, fingerprint, reference, amount, receivedAt: channelDateTime(receivedAt) };
    }),
  });
}

function inquiryJson(
  { source, asked, result, class: ended, code, requestUId, at }: EvidenceSource,
  say: Say,
) {
  return {
    source,
    asked: say(asked),
    result,
    class: ended,
    code,
    requestUId,
    at: channelDateTime(at),
  };
}

function statementJson(statement: PaymentStatement) {
  const { source, reference, standing, word, code, amount, wanted, currency } = statement;
  const { transactionId, wallet, billerId, ref1, ref2, requestUId, saidAt, paidAt } = statement;
  return {
    ...{ source, reference, standing, word, code, amount, wanted, currency },
    ...{ transactionId, wallet, billerId, ref1, ref2, requestUId },
    paidAt: paidAt === undefined ? undefined : channelDateTime(paidAt),
    saidAt: channelDateTime(saidAt),
  };
}

function chargeJson({
  operation,
  reference,
  amount,
  wallet,
  at,
  requestUId,
  state,
  answer,
}: SentCharge) {
  return {
    ...{ operation, reference, amount, wallet, requestUId, state, at: channelDateTime(at) },
    answer: answer && { ...answer, at: channelDateTime(answer.at) },
  };
}

function timelineText({ timeline }: Report, say: Say): string {
  const line = ({ at, source, what, amount, requestUId }: Report['timeline'][number]) =>
    [
      channelDateTime(at),
      source,
      visible(say(what)),
      amount,
      requestUId && `requestUId ${requestUId}`,
    ]
      .filter(Boolean)
      .join('  ');
  return timeline.map((event) => `${line(event)}\n`).join('');
}

function requestsCsv({ sent, sources }: Evidence): string {
  const calls = [
    ...sent.map(({ at, operation, requestUId, answer }) => ({
      at,
      operation,
      requestUId,
      ...answer,
      sent: at,
    })),
    ...sources.map(({ at, source, ...asked }) => ({ ...asked, operation: source, sent: at })),
  ].filter(({ requestUId }) => requestUId !== undefined);
  const head = ['at', 'operation', 'requestUId', 'httpStatus', 'code', 'class', 'ms'];
  const rows = calls
    .sort((a, b) => a.sent - b.sent)
    .map((call) => {
      const { operation, requestUId, httpStatus, code, class: ended, ms } = call;
      return [channelDateTime(call.sent), operation, requestUId, httpStatus, code, ended, ms];
    });
  return [head, ...rows].map((row) => csvLine(row.map((cell) => String(cell ?? '')))).join('');
}

function pretty(value: Json): string {
  return `${stringifyJson(value, 2)}\n`;
}
