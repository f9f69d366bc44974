import { PayctlError } from '../../core/errors.js';
import { sha256 } from '../../core/hash.js';
import { normalizeBankUrl } from '../../journal/claim.js';
import { slips as words } from '../../messages/slips.js';
import { sources } from '../../messages/sources.js';
import { type Decoded, decode } from '../../qr/decode.js';
import type { Services } from '../../runtime/services.js';
import { type Code, readCodes, suggestTyping } from '../../runtime/source.js';

export interface SlipKey {
  baseUrl: string;
  transRef: string;
}

/**
 * A hash, so that the store reveals no references. The sending bank is no part of it: which one is asked
 * about is a setting, and no setting makes another slip of it.
 */
export function slipKey(what: 'ordered' | 'accepted', { baseUrl, transRef }: SlipKey): string {
  return hashWords([what, normalizeBankUrl(baseUrl), transRef]);
}

function hashWords(words: readonly string[]): string {
  return sha256(JSON.stringify(words)).slice(0, 32);
}

/** What a SOURCE says about a slip. */
export interface SlipSource {
  transRef: string;
  /** Three digits; only the mini QR of a bank has them. */
  sendingBank?: string;
}

const REFERENCE = /^[A-Za-z0-9_-]{1,35}$/;

/** Reads a reference, a mini QR or its picture. Throws BAD_DATA for anything else, and for several slips. */
export async function readSlip(source: string, services: Services): Promise<SlipSource> {
  return slipFromCodes(await readCodes(source, services).catch(suggestTyping(['slip', 'verify'])));
}

/** The slip among the codes of a picture, or in a text. */
export function slipFromCodes(codes: readonly Code[]): SlipSource {
  const decoded = codes.map(({ payload }) => decode(payload));
  const slips = new Map(decoded.flatMap(toSlipSource).map((slip) => [slip.transRef, slip]));
  const [slip] = slips.values();
  if (slips.size > 1) {
    throw new PayctlError('BAD_DATA', words.several(slips.size), { hint: words.cropToOne });
  }
  return slip ?? bareReference(codes) ?? refuse(decoded);
}

function toSlipSource({ kind, transRef, sendingBank, errors }: Decoded): SlipSource[] {
  const isSlip = kind === 'slip' || kind === 'wallet-slip';
  if (!isSlip || transRef === null || errors.length > 0) return [];
  return [sendingBank === null ? { transRef } : { transRef, sendingBank }];
}

/** A reference is accepted only where it was typed: a code in a picture must be a mini QR. */
function bareReference([code]: readonly Code[]): SlipSource | undefined {
  if (code === undefined || code.place !== undefined) return undefined;
  const transRef = code.payload.trim();
  return REFERENCE.test(transRef) ? { transRef } : undefined;
}

function refuse([first]: readonly Decoded[]): never {
  const [error] = first?.errors ?? [];
  const broken = first?.kind === 'slip' || first?.kind === 'wallet-slip';
  if (broken && error) {
    throw new PayctlError('BAD_DATA', words.brokenCode(error.message), {
      hint: words.scanAgain(sources.typeIt(['slip', 'verify'])),
    });
  }
  const isUnknown = first === undefined || first.kind === 'unknown';
  throw new PayctlError('BAD_DATA', isUnknown ? words.noSlip : words.paymentCode, {
    hint: words.seeCode,
  });
}
