import type { Message } from '../core/message.js';
import { unreadFiles as words } from '../messages/unread-files.js';

/** What a file of text is, by its beginning. */
export type TextKind = 'rows' | 'camt' | 'swift' | 'bai2' | { foreign: Message };

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

export function isZip(bytes: Uint8Array): boolean {
  return begins(bytes, 'PK\u0003\u0004') || begins(bytes, 'PK\u0005\u0006');
}

function begins(bytes: Uint8Array, magic: string): boolean {
  return Buffer.from(bytes.subarray(0, magic.length)).toString('latin1') === magic;
}

/** Kinds of files that are no text, by their first bytes. */
const MAGIC: readonly (readonly [string, Message])[] = [
  ['%PDF', words.pdf],
  // Also what Excel makes of a workbook with a password.
  ['\u00d0\u00cf\u0011\u00e0', words.oldExcel],
  ['Rar!', words.otherArchive],
  ['7z\u00bc\u00af', words.otherArchive],
  ['\u0089PNG', words.picture],
  ['\u00ff\u00d8\u00ff', words.picture],
];

/** What a file is that holds no text; undefined where nothing speaks against text. */
export function foreignBytes(beginning: Uint8Array, wasPacked: boolean): Message | undefined {
  if (wasPacked && (isGzip(beginning) || isZip(beginning))) return words.packedTwice;
  return MAGIC.find(([magic]) => begins(beginning, magic))?.[1];
}

const CAMT = /camt\.05[34]\.001\.[0-9]{2}/;
/** A tag of SWIFT at the beginning of a line. */
const SWIFT = /^(?:\{[0-9]:|:20:|:25[A-Z]?:|:28C?:)/m;
const ENTRY_OF_SWIFT = /^:(?:61|60[FM]|34F|62[FM]):/m;
const BAI2 = /^01,[^\r\n]*(?:\r?\n88,[^\r\n]*)*(?:\r?\n|\/ +)(?:02|99),/;

export function kindOfText(beginning: string): TextKind {
  const text = beginning.replace(/^\ufeff/, '').trimStart();
  if (text.startsWith('<')) return kindOfMarkup(text);
  if (BAI2.test(text)) return 'bai2';
  if (SWIFT.test(text) && ENTRY_OF_SWIFT.test(text)) return 'swift';
  if (/^[{[]\s*["{[]/.test(text)) return { foreign: words.json };
  return 'rows';
}

function kindOfMarkup(text: string): TextKind {
  if (/urn:schemas-microsoft-com:office:spreadsheet/.test(text)) return { foreign: words.oldExcel };
  if (/^<(?:!doctype\s+html|html|head|body|table|meta)\b/i.test(text)) {
    return { foreign: words.html };
  }
  if (/<(?:html|table)\b/i.test(text.slice(0, 4096))) return { foreign: words.html };
  // The versions that are not read are named by their reader.
  if (CAMT.test(text)) return 'camt';
  const [message] = /[a-z]{4}\.[0-9]{3}\.[0-9]{3}\.[0-9]{2}/.exec(text) ?? [];
  // A type of document is refused where it is read, whatever it is a type of.
  if (/<!DOCTYPE/.test(text)) return 'camt';
  return { foreign: message === undefined ? words.otherXml : words.otherIso(message) };
}
