import type { Message } from '../core/message.js';
import { field } from '../messages/bank.js';

/** More layers of encoding than any gateway decodes. */
const MAX_LAYERS = 8;

/**
 * A path as the most lenient gateway may read it: decoded however often it was encoded, without query,
 * parameters, dot segments and empty segments, without dots and blanks at the end of a segment, in
 * lower case.
 */
export function normalizedPath(path: string): string {
  const segments: string[] = [];
  const [pathPart = ''] = fullyDecoded(path)
    .toLowerCase()
    .split(/[?#\0]/);
  for (const part of pathPart.split(/[/\\]/)) {
    const [name = ''] = part.split(';');
    const bare = name.trim().replace(/[\s.]+$/, '');
    if (name.trim() === '..') segments.pop();
    else if (bare !== '') segments.push(bare);
  }
  return `/${segments.join('/')}`;
}

/** Decodes percent-encoding until none is left; bytes beyond ASCII become one character each. */
function fullyDecoded(text: string): string {
  let decoded = text;
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const before = decoded;
    decoded = before.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (decoded === before) break;
  }
  return decoded;
}

/** Why a text cannot fill a `{name}` of a path template: it would lead out of its segment. */
export function segmentProblem(text: string): Message | undefined {
  const decoded = fullyDecoded(text);
  if (/[/\\]/.test(decoded)) return field.slash;
  const [name = ''] = decoded.split(/[;?#\0]/);
  return /^[\s.]*$/.test(name) ? field.dotSegment : undefined;
}

/**
 * Matches the paths of a template (`/v2/transactions/{transactionId}`), each `{name}` as a group of
 * that name.
 */
export function pathPattern(template: string): RegExp {
  const pattern = template
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/\{([A-Za-z]+)\}/g, '(?<$1>[^/]+)');
  return new RegExp(`^${pattern}$`);
}
