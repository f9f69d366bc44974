import { nodeHost } from '../../src/host/node.js';
import { openBank } from '../../src/sandbox/bank.js';
import { serveBank } from '../../src/sandbox/server/server.js';

/** Serves the bank in the file that it is given, until it is killed; prints its address. */
const { clock, random } = nodeHost();
const bank = await openBank({
  path: process.argv[2] ?? '',
  clock,
  random,
  settings: { rateLimit: 0 },
});
const { url } = await serveBank(bank, { host: '127.0.0.1', port: 0 });
process.stdout.write(url);
