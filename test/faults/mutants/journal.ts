import type { JsonObject } from '../../../src/core/json.js';
import type { Journal } from '../../../src/journal/journal.js';
import type { Claims, HeldClaim, Store } from '../../../src/state/store.js';
import { fault } from '../modules.js';
import { caught, changed, checked, type Mutant } from './mutant.js';

/** The same journal, whose view of other processes is wrong. */
function seeing(journal: Journal, state: 'alive' | 'dead'): Journal {
  return { ...journal, process: { ...journal.process, state: () => state } };
}

/** The same store, whose claims are appended to in another way. */
function appending(
  store: Store,
  append: (held: HeldClaim, line: JsonObject) => Promise<void>,
): Store {
  const add: Claims['add'] = async (...part) => {
    const held = await store.claims.add(...part);
    return held && changed(held, { append: (line) => append(held, line) });
  };
  return { ...store, claims: changed(store.claims, { add }) };
}

const ORIGIN = '0'.repeat(64);

/** Of claims, and of what a charge writes before and after its call. */
export const JOURNAL: readonly Mutant[] = [
  {
    bug: 'the call is made before the intent is written',
    fault: fault('journal/charge', 'charge', (real) => async (request) => {
      const { caller, operation, input, options } = request;
      const requestUId = options?.requestUId ?? 'R'.repeat(32);
      await caller.call(operation, input, { requestUId });
      return real({ ...request, options: { ...options, requestUId } });
    }),
    caughtBy: caught('intent on disk before the first byte'),
  },
  {
    bug: 'the claim is not exclusive',
    fault: fault('state/files/store', 'openFileStore', (real) => (files, stateDir) => {
      const create = (path: string, bytes: Uint8Array): boolean => {
        files.replace(path, bytes);
        return true;
      };
      return real({ ...files, create }, stateDir);
    }),
    // A second effect the fence prevents all the same.
    caughtBy: caught('an end is replayed without a request'),
  },
  {
    bug: 'an end is not replayed but sent again',
    fault: fault('journal/state', 'mayRepeat', () => (state) => {
      return state !== 'in-flight' && state !== 'unknown' && state !== 'pending';
    }),
    caughtBy: caught('one effect for a reference'),
  },
  {
    bug: 'what is unknown is sent again',
    fault: fault('journal/state', 'mayRepeat', (real) => (state) => {
      return state === 'unknown' || real(state);
    }),
    caughtBy: caught('one effect for a reference'),
  },
  {
    bug: 'a replay tells a success, however it ended',
    fault: fault('journal/answers', 'recorded', (real) => (attempt, ground, operation) => {
      return { ...real(attempt, ground, operation), class: 'SUCCESS', executed: 'yes' };
    }),
    caughtBy: caught('an end is replayed without a request'),
  },
  {
    bug: 'a charge is sent though its run was told to stop',
    fault: fault('journal/charge', 'charge', (real) => (request) => {
      return real({ ...request, options: { ...request.options, stopping: undefined } });
    }),
    caughtBy: checked('nothing is sent after a stop'),
  },
  {
    bug: 'other contents are not noticed',
    fault: fault('journal/claim', 'claimOf', (real) => (...call) => {
      return { ...real(...call), contents: 'c'.repeat(64) };
    }),
    caughtBy: caught('other contents are refused'),
  },
  {
    bug: 'times that are made per call count as contents',
    fault: fault('journal/claim', 'claimOf', (real) => (baseUrl, operation, ...call) => {
      return real(baseUrl, { ...operation, generated: {} }, ...call);
    }),
    caughtBy: caught('an end is replayed without a request'),
  },
  {
    bug: 'another spelling of the amount counts as other contents',
    fault: fault('core/money', 'parseAmount', () => () => undefined),
    caughtBy: checked('10 and 10.00 are one charge'),
  },
  {
    bug: 'the company is no part of the claim',
    fault: fault('journal/claim', 'claimOf', (real) => (baseUrl, operation, ...call) => {
      return real(baseUrl, { ...operation, company: undefined }, ...call);
    }),
    caughtBy: checked('one reference of two companies is two charges'),
  },
  {
    bug: 'the bank is no part of the claim',
    fault: fault('journal/claim', 'claimOf', (real) => (_, ...call) => {
      return real('https://any.example', ...call);
    }),
    caughtBy: checked('one reference at two banks is two charges'),
  },
  {
    bug: 'the outcome is not written',
    fault: fault('state/files/store', 'openFileStore', (real) => (...place) => {
      return appending(real(...place), async () => undefined);
    }),
    caughtBy: caught('outcome on disk before it is told'),
  },
  {
    bug: 'an outcome that cannot be written ends the run as if nothing was sent',
    fault: fault('journal/charge', 'charge', (real) => async (request) => {
      let failure: unknown;
      const store = appending(request.journal.store, async (held, line) => {
        try {
          await held.append(line);
        } catch (error) {
          failure = error;
          throw error;
        }
      });
      const outcome = await real({ ...request, journal: { ...request.journal, store } });
      if (failure !== undefined) throw failure;
      return outcome;
    }),
    caughtBy: caught('nothing was sent where it says so'),
  },
  {
    bug: 'an end that could not be written is remembered all the same',
    fault: fault('state/files/store', 'openFileStore', (real) => (...place) => {
      // As if it were on disk.
      return appending(real(...place), (held, line) => held.append(line).catch(() => undefined));
    }),
    caughtBy: checked('a list shows no end that is not on disk'),
  },
  {
    bug: 'a claim whose first file is gone is made anew',
    fault: fault('state/files/store', 'openFileStore', (real) => (files, stateDir) => {
      return real({ ...files, stat: () => undefined }, stateDir);
    }),
    caughtBy: checked('a gap in the files of a claim frees nothing'),
  },
  {
    bug: 'a dead owner is taken for a living one',
    fault: fault('journal/state', 'evidenceOf', (real) => (journal, attempt) => {
      return real(seeing(journal, 'alive'), attempt);
    }),
    caughtBy: caught('the way back is found'),
  },
  {
    bug: 'a living owner is taken for a dead one',
    fault: fault('journal/state', 'evidenceOf', (real) => (journal, attempt) => {
      return real(seeing(journal, 'dead'), attempt);
    }),
    caughtBy: checked('what is in flight elsewhere is a conflict'),
  },
  {
    bug: 'lines do not name the line before',
    fault: fault('state/chain', 'seal', (real) => (content) => {
      return real({ ...content, prev: ORIGIN });
    }),
    caughtBy: caught('the chain is whole'),
  },
  {
    bug: 'a line that somebody changed is skipped',
    fault: fault('state/chain', 'readChain', (real) => (bytes) => {
      const { links, torn } = real(bytes);
      return { links, torn };
    }),
    caughtBy: checked('a changed line is noticed'),
  },
  {
    bug: 'an end that somebody cut off is not missed',
    fault: fault('journal/rows', 'readEnds', () => async () => new Map()),
    caughtBy: checked('an end that is gone is noticed'),
  },
  {
    bug: 'delicate fields are written whole',
    fault: fault('bank/privacy', 'maskDelicate', () => (value) => value),
    caughtBy: caught('nothing personal on disk'),
  },
  {
    bug: 'what the bank answers is written whole',
    fault: fault('journal/codec', 'recordable', () => (outcome) => {
      return { ...outcome, raw: undefined };
    }),
    caughtBy: checked('an answer is masked on disk'),
  },
];
