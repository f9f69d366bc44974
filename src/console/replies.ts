import type { Reply } from '../host/reply.js';
import { HEADERS } from './guard.js';

/** A page, or what stands in its place. */
export function htmlReply(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  const type = { 'content-type': 'text/html; charset=utf-8' };
  return { response: { status, headers: { ...HEADERS, ...type, ...headers }, body: text } };
}

/** The browser goes on to another page. */
export function movedReply(
  location: string,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return { response: { status: 303, headers: { ...HEADERS, location, ...headers }, body: '' } };
}
