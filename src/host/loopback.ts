import type { LookupFunction } from 'node:net';

const LOOPBACK = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Resolves names of this machine without a name service (RFC 6761). */
export const loopbackLookup: LookupFunction = (_, options, answer) => {
  if (options.all) return answer(null, LOOPBACK);
  const family = options.family === 6 || options.family === 'IPv6' ? 6 : 4;
  answer(null, family === 6 ? '::1' : '127.0.0.1', family);
};
