import type { Journal } from '../../../src/journal/journal.js';
import type { ClaimView } from '../../../src/state/claim-index.js';
import { appending, bug, changed, type Mutant } from './mutant.js';

/** The same journal, whose view of other processes is wrong. */
function seeing(journal: Journal, state: 'alive' | 'dead'): Journal {
  return { ...journal, process: { ...journal.process, state: () => state } };
}

const ORIGIN = '0'.repeat(64);

/** Of claims, and of what a charge writes before and after its call. */
export const JOURNAL: readonly Mutant[] = [
  bug('the call is made before the intent is written')
    .breaks('intent on disk before the first byte')
    .in('journal/charge', 'charge', (real) => async (request) => {
      const { caller, operation, input, options } = request;
      const requestUId = options?.requestUId ?? 'R'.repeat(32);
      await caller.call(operation, input, { requestUId });
      return real({ ...request, options: { ...options, requestUId } });
    }),
  // A second effect the fence prevents all the same.
  bug('the claim is not exclusive')
    .breaks('an end is replayed without a request', 93)
    .in('state/files/store', 'openFileStore', (real) => (files, stateDir) => {
      const create = (path: string, bytes: Uint8Array): boolean => {
        files.replace(path, bytes);
        return true;
      };
      return real({ ...files, create }, stateDir);
    }),
  bug('an end is not replayed but sent again')
    .breaks('one effect for a reference')
    .in('journal/state', 'mayRepeat', () => (state) => {
      return state !== 'in-flight' && state !== 'unknown' && state !== 'pending';
    }),
  bug('what is unknown is sent again')
    .breaks('one effect for a reference')
    .in('journal/state', 'mayRepeat', (real) => (state) => state === 'unknown' || real(state)),
  bug('a replay tells a success, however it ended')
    .breaks('an end is replayed without a request')
    .in('journal/answers', 'recordedOutcome', (real) => (attempt, ground, operation) => ({
      ...real(attempt, ground, operation),
      class: 'SUCCESS',
      executed: 'yes',
    })),
  bug('a charge is sent though its run was told to stop')
    .breaks('nothing is sent after a stop')
    .in('journal/charge', 'charge', (real) => (request) => {
      return real({ ...request, options: { ...request.options, stopping: undefined } });
    }),
  bug('other contents are not noticed')
    .breaks('other contents are refused')
    .in('journal/claim', 'claimFor', (real) => (...call) => ({
      ...real(...call),
      contents: 'c'.repeat(64),
    })),
  bug('times that are made per call count as contents')
    .breaks('an end is replayed without a request')
    .in('journal/claim', 'claimFor', (real) => (baseUrl, operation, ...call) => {
      return real(baseUrl, { ...operation, generated: {} }, ...call);
    }),
  bug('another spelling of the amount counts as other contents')
    .breaks('10 and 10.00 are one charge')
    .in('core/money', 'parseAmount', () => () => undefined),
  bug('the company is no part of the claim')
    .breaks('one reference of two companies is two charges')
    .in('journal/claim', 'claimFor', (real) => (baseUrl, operation, ...call) => {
      return real(baseUrl, { ...operation, company: undefined }, ...call);
    }),
  bug('the bank is no part of the claim')
    .breaks('one reference at two banks is two charges')
    .in('journal/claim', 'claimFor', (real) => (_, ...call) => {
      return real('https://any.example', ...call);
    }),
  bug('the outcome is not written')
    .breaks('outcome on disk before it is told')
    .in('state/files/store', 'openFileStore', (real) => (...place) => {
      return appending(real(...place), async () => undefined);
    }),
  bug('an outcome that cannot be written ends the run as if nothing was sent')
    .breaks('nothing was sent where it says so', 154)
    .in('journal/charge', 'charge', (real) => async (request) => {
      let failure: unknown;
      const store = appending(request.journal.store, async (held, ...line) => {
        try {
          await held.append(...line);
        } catch (error) {
          failure = error;
          throw error;
        }
      });
      const outcome = await real({ ...request, journal: { ...request.journal, store } });
      if (failure !== undefined) throw failure;
      return outcome;
    }),
  bug('an end that could not be written is remembered all the same')
    .breaks('a list shows no end that is not on disk')
    .in('state/files/store', 'openFileStore', (real) => (...place) => {
      const store = real(...place);
      // As if it were on disk.
      return appending(store, (held, line, more) =>
        held
          .append(line, more)
          .catch(() => (more?.end ? store.outcomes.add([more.end]) : undefined)),
      );
    }),
  bug('a claim whose first file is gone is made anew')
    .breaks('a gap in the files of a claim frees nothing')
    .in('state/files/store', 'openFileStore', (real) => (files, stateDir) => {
      return real({ ...files, stat: () => undefined }, stateDir);
    }),
  bug('a dead owner is taken for a living one')
    .breaks('the way back is found')
    .in('journal/state', 'strongestEvidence', (real) => (journal, attempt) => {
      return real(seeing(journal, 'alive'), attempt);
    }),
  bug('a living owner is taken for a dead one')
    .breaks('what is in flight elsewhere is a conflict')
    .in('journal/state', 'strongestEvidence', (real) => (journal, attempt) => {
      return real(seeing(journal, 'dead'), attempt);
    }),
  bug('lines do not name the line before')
    .breaks('the chain is whole')
    .in(
      'state/chain',
      'chainLines',
      (real) => (lines, after) => real(lines, { ...after, sum: ORIGIN }),
    ),
  bug('a line that somebody changed is skipped')
    .breaks('a changed line is noticed')
    .in('state/chain', 'readChain', (real) => (bytes) => {
      const { links, torn } = real(bytes);
      return { links, torn };
    }),
  bug('an end that somebody cut off is not missed')
    .breaks('an end that is gone is noticed')
    .in('journal/read-claims', 'currentView', (real) => async (...given) => {
      const view = await real(...given);
      const ended: ClaimView['ended'] = async function* (query) {
        for await (const end of view.ended(query)) yield { ...end, newest: 0 };
      };
      return changed(view, { ended });
    }),
  bug('delicate fields are written whole')
    .breaks('nothing personal on disk')
    .in('bank/privacy', 'maskSensitive', () => (value) => value),
  bug('what the bank answers is written whole')
    .breaks('an answer is masked on disk')
    .in('journal/codec', 'recordable', () => (outcome) => ({ ...outcome, raw: undefined })),
];
