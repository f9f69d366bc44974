import type { InboxEntry } from '../inbox.js';
import { type Line, readLine } from './segments.js';

const TYPES = ['received', 'judged', 'delivered', 'dead'] as const;
const STATES = ['hint', 'verified', 'contradicted'] as const;

/** undefined for what no version up to this one has written. */
export function decodeEntry(line: Line): InboxEntry | undefined {
  const type = TYPES.find((known) => known === line.type);
  const [at, id, fingerprint] = [text(line.at), text(line.id), text(line.fingerprint)];
  const [body, reason] = [text(line.body), text(line.reason)];
  if (type === undefined || !at || !id || !fingerprint) return undefined;
  const about = { at, id, fingerprint };
  if (type === 'received') {
    if (body === undefined) return undefined;
    const [forward, contradicts] = [line.forward === true, line.contradicts === true];
    return { type, ...about, body, forward, contradicts };
  }
  if (type === 'judged') {
    const state = STATES.find((known) => known === line.state);
    const bankAmount = text(line.bankAmount);
    if (state === undefined || reason === undefined) return undefined;
    return { type, ...about, state, reason, ...(bankAmount !== undefined && { bankAmount }) };
  }
  return { type, ...about, to: text(line.to) ?? '', ...(reason !== undefined && { reason }) };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** undefined for what no version up to this one has written. */
export function decodeLine(text: string): InboxEntry | 'damaged' | undefined {
  const line = readLine(text);
  return line === undefined ? 'damaged' : decodeEntry(line);
}
