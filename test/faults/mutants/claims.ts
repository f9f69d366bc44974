import { createHash } from 'node:crypto';
import { sha256 } from '../../../src/core/hash.js';
import { bug, type Mutant } from './mutant.js';

/** Of transfers, and of the names by which a charge is known. */
export const CLAIMS: readonly Mutant[] = [
  bug('a transfer is initiated before the journal is asked')
    .breaks('a transfer is initiated once')
    .in('journal/initiate', 'initiateOnce', (real) => async (request) => {
      await request.caller.call(request.operation, request.input);
      return real(request);
    }),
  bug('what is known of a transfer is not looked up')
    .breaks('a transfer is initiated once')
    .in('journal/claim', 'claimFor', (real) => {
      let calls = 0;
      return (...call) => ({ ...real(...call), key: `${++calls}`.padStart(32, '0') });
    }),
  bug('a transfer without its record is told all the same')
    .breaks('a transfer whose record is gone is not made anew')
    .in('journal/transfer-record', 'refuseMismatch', (real) => (...about) => {
      if (about[2] !== undefined) real(...about);
    }),
  bug('a record that names another transfer is believed')
    .breaks('a transfer whose record names another one is not told')
    .in('journal/transfer-record', 'refuseMismatch', (real) => (...about) => {
      if (about[2] === undefined) real(...about);
    }),
  bug('the sum of a record is not compared')
    .breaks('a changed record of a transfer is noticed')
    .in('state/chain', 'readChain', (real) => (bytes) => {
      const body = /^(.*),"sum":"[0-9a-f]{64}"\}\n$/.exec(Buffer.from(bytes).toString())?.[1];
      const sum = createHash('sha256')
        .update(body ?? '')
        .digest('hex');
      return real(body === undefined ? bytes : Buffer.from(`${body},"sum":"${sum}"}\n`));
    }),
  bug('the records of transfers are not verified')
    .breaks('a record that is gone is a fault of the journal')
    .in('journal/transfer-record', 'recordFaults', () => async () => []),
  bug('a confirmation without an end counts as a success')
    .breaks('a confirmation without an end is no success')
    .in('bank/transfer/records', 'confirmationStatus', (real) => (data) => {
      const standing = real(data);
      return standing.class === 'PENDING' ? { ...standing, class: 'SUCCESS' } : standing;
    }),
  bug('each name of this machine is a bank of its own')
    .breaks('the names of this machine are one bank')
    .in('journal/claim', 'claimFor', (real) => (baseUrl, ...call) => {
      const claim = real(baseUrl, ...call);
      return { ...claim, key: sha256(baseUrl + claim.key).slice(0, 32) };
    }),
  bug('a path is claimed as it is written')
    .breaks('a path is one path however it is spelled')
    .in('bank/path', 'normalizedPath', () => (path) => path),
  bug('a path is decoded, but its capitals count')
    .breaks('a path is one path however it is spelled')
    .in(
      'bank/path',
      'normalizedPath',
      () => (path) => decodeURIComponent(path).replaceAll(/\/+/g, '/'),
    ),
  bug('a reference with blanks or invisible characters passes')
    .breaks('a reference that can be read in two ways is refused')
    .in('bank/reference', 'referenceProblem', () => () => undefined),
  bug('a charge without its reference is known by its contents')
    .breaks('a charge has a reference')
    .in('journal/claim', 'claimFor', (real) => (baseUrl, operation, input, ...call) => {
      const { reference = '' } = operation;
      const named = input[reference] ? operation : { ...operation, reference: undefined };
      return real(baseUrl, named, input, ...call);
    }),
];
