import { createHash } from 'node:crypto';
import { fault } from '../modules.js';
import { checked, type Mutant } from './mutant.js';

/** Of transfers, and of the names by which a charge is known. */
export const CLAIMS: readonly Mutant[] = [
  {
    bug: 'a transfer is initiated before the journal is asked',
    fault: fault('journal/initiate', 'initiateOnce', (real) => async (request) => {
      await request.caller.call(request.operation, request.input);
      return real(request);
    }),
    caughtBy: checked('a transfer is initiated once'),
  },
  {
    bug: 'what is known of a transfer is not looked up',
    fault: fault('journal/claim', 'claimOf', (real) => {
      let calls = 0;
      return (...call) => ({ ...real(...call), key: `${++calls}`.padStart(32, '0') });
    }),
    caughtBy: checked('a transfer is initiated once'),
  },
  {
    bug: 'a transfer without its record is told all the same',
    fault: fault('journal/transfer-record', 'refuseOther', (real) => (...about) => {
      if (about[2] !== undefined) real(...about);
    }),
    caughtBy: checked('a transfer whose record is gone is not made anew'),
  },
  {
    bug: 'a record that names another transfer is believed',
    fault: fault('journal/transfer-record', 'refuseOther', (real) => (...about) => {
      if (about[2] === undefined) real(...about);
    }),
    caughtBy: checked('a transfer whose record names another one is not told'),
  },
  {
    bug: 'the sum of a record is not compared',
    fault: fault('state/chain', 'readChain', (real) => (bytes) => {
      const body = /^(.*),"sum":"[0-9a-f]{64}"\}\n$/.exec(Buffer.from(bytes).toString())?.[1];
      const sum = createHash('sha256')
        .update(body ?? '')
        .digest('hex');
      return real(body === undefined ? bytes : Buffer.from(`${body},"sum":"${sum}"}\n`));
    }),
    caughtBy: checked('a changed record of a transfer is noticed'),
  },
  {
    bug: 'the records of transfers are not verified',
    fault: fault('journal/transfer-record', 'recordFaults', () => async () => []),
    caughtBy: checked('a record that is gone is a fault of the journal'),
  },
  {
    bug: 'a confirmation without an end counts as a success',
    fault: fault('bank/transfer/records', 'confirmStanding', (real) => (data) => {
      const standing = real(data);
      return standing.class === 'PENDING' ? { ...standing, class: 'SUCCESS' } : standing;
    }),
    caughtBy: checked('a confirmation without an end is no success'),
  },
  {
    bug: 'each name of this machine is a bank of its own',
    fault: fault('journal/claim', 'claimOf', (real) => (...call) => {
      const { written, ...claim } = real(...call);
      return { ...claim, key: written ?? claim.key, others: [] };
    }),
    caughtBy: checked('the names of this machine are one bank'),
  },
  {
    bug: 'a charge is not looked for under its address as it is written',
    fault: fault('journal/history', 'historyOf', (real) => (journal, claim) => {
      const { written: _, ...rest } = claim;
      return real(journal, rest);
    }),
    caughtBy: checked('a charge is found under the old spelling of its bank'),
  },
  {
    bug: 'a charge is not looked for under other names of this machine',
    fault: fault('journal/history', 'historyOf', (real) => (journal, claim) => {
      return real(journal, { ...claim, others: [] });
    }),
    caughtBy: checked('a charge is found under another old spelling of its bank'),
  },
  {
    bug: 'a redirect is listed as a charge',
    fault: fault('journal/history', 'redirectOf', () => () => undefined),
    caughtBy: checked('a charge is listed once, whatever its spellings'),
  },
  {
    bug: 'a path is claimed as it is written',
    fault: fault('bank/path', 'plainPath', () => (path) => path),
    caughtBy: checked('a path is one path however it is spelled'),
  },
  {
    bug: 'a path is decoded, but its capitals count',
    fault: fault('bank/path', 'plainPath', () => (path) => {
      return decodeURIComponent(path).replaceAll(/\/+/g, '/');
    }),
    caughtBy: checked('a path is one path however it is spelled'),
  },
  {
    bug: 'a reference with blanks or invisible characters passes',
    fault: fault('bank/reference', 'nameProblem', () => () => undefined),
    caughtBy: checked('a reference that can be read in two ways is refused'),
  },
  {
    bug: 'a charge without its reference is known by its contents',
    fault: fault('journal/claim', 'claimOf', (real) => (baseUrl, operation, input, ...call) => {
      const { reference = '' } = operation;
      const named = input[reference] ? operation : { ...operation, reference: undefined };
      return real(baseUrl, named, input, ...call);
    }),
    caughtBy: checked('a charge has a reference'),
  },
];
