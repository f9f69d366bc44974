import type { Fields } from '../../src/bank/define.js';
import { loadOperation } from '../../src/bank/families.js';
import type { Caller } from '../../src/client/caller.js';
import type { Outcome } from '../../src/client/outcome.js';
import type { Executed } from '../../src/core/errors.js';
import type { Json } from '../../src/core/json.js';
import type { ProcessMark } from '../../src/host/host.js';
import { type ChargeOptions, charge } from '../../src/journal/charge.js';
import type { Access, Connect } from '../../src/journal/inquiry.js';
import type { Journal } from '../../src/journal/journal.js';
import { wording } from '../../src/messages/wording.js';
import { openFileStore } from '../../src/state/files/store.js';
import type { Store } from '../../src/state/store.js';
import { PAY } from '../client/rig.js';
import { type FakeHost, fakeHost } from '../fixtures/fake-host.js';
import { MAY_CHARGE } from '../fixtures/permission.js';

export const BASE_URL = 'https://bank.example/partners';

/** What the scripted bank says to a call; or what happens instead of an answer. */
export type Say = Partial<Outcome> & Pick<Outcome, 'class'>;

export interface Bench {
  host: FakeHost;
  journal: Journal;
  warnings: string[];
  /** Ids of the operations that were called, in order. */
  calls: string[];
  /** How the bank answers each operation from now on. */
  answers: Record<string, (input: Fields) => Say | Promise<Say>>;
  caller: Caller;
  connect: Connect;
  access: Access & { connection: { profile: string; baseUrl: string } };
  pay(input?: Fields, options?: ChargeOptions): Promise<Outcome>;
  charge(id: string, input: Fields, options?: ChargeOptions): Promise<Outcome>;
  /** Ends the process that has made all calls so far, and starts another on the same disk. */
  restart(): void;
  text(): string;
}

/** A journal in memory or in another store, with a bank that says what the test wants. */
export function bench(openStore?: () => Store): Bench {
  const host = fakeHost();
  let pid = 1;
  let journal = open();
  const warnings: string[] = [];
  const calls: string[] = [];
  const answers: Bench['answers'] = {};

  function open(): Journal {
    const { files, clock, random } = host;
    const self: ProcessMark = { pid, start: '1', boot: 'boot 1' };
    return {
      store: openStore?.() ?? openFileStore(files, '/state', host),
      clock,
      random,
      process: {
        self,
        state: (mark) => (mark.pid === self.pid ? 'alive' : 'dead'),
        uptime: clock.passed,
        sinceBoot: clock.passed,
      },
      loadOperation,
      warn: (text) => warnings.push(String(text)),
    };
  }

  const refuse = (): never => {
    throw new Error('not expected');
  };
  const caller: Caller = {
    async call(operation, input, { requestUId = 'u'.repeat(32), onSending } = {}) {
      calls.push(operation.id);
      onSending?.();
      const answer = answers[operation.id];
      if (answer === undefined) throw new Error(`unexpected call: ${operation.id}`);
      const said = await answer(input);
      return {
        executed: EXECUTED[said.class] ?? 'unknown',
        operation: operation.id,
        request: { method: 'POST', url: `${BASE_URL}${operation.path}`, requestUId },
        message: wording.quoted(`the bank says ${said.class}`),
        ...(said.class === 'NOT_FOUND' && NO_RECORD),
        ...said,
      };
    },
    preview: refuse,
    session: { token: refuse, replace: refuse, authorize: refuse, login: refuse, renew: refuse },
  };

  const made: Bench = {
    host,
    get journal() {
      return journal;
    },
    warnings,
    calls,
    answers,
    caller,
    connect: async () => made.access,
    access: {
      caller,
      connection: { profile: 'shop', baseUrl: BASE_URL, apiKey: 'key', applicationId: 'key' },
    },
    pay: (input = PAY, options) => made.charge('ewallet.pay', input, options),
    async charge(id, input, options) {
      const operation = await loadOperation(id);
      const permission = MAY_CHARGE;
      return charge({ journal, ...made.access, operation, input, permission, options });
    },
    restart() {
      pid += 1;
      journal = open();
    },
    text: () =>
      host.files
        .paths()
        .filter((path) => !path.startsWith('/state/claims/'))
        .map((path) => host.files.text(path))
        .join(''),
  };
  return made;
}

/** The one answer by which an inquiry says that there is no such record. */
export const NO_RECORD = { http: { status: 404, ms: 1 }, code: '1104' };

const EXECUTED: Partial<Record<Outcome['class'], Executed>> = {
  SUCCESS: 'yes',
  PARTIAL: 'yes',
  REJECTED: 'no',
  NOT_FOUND: 'no',
  AUTH: 'no',
  RATE_LIMITED: 'no',
  UNAVAILABLE: 'no',
  TLS: 'no',
};

/** An inquiry's answer with a state. */
export function shows(tradeState: string, amount = '100.00'): Say {
  const data: Json = { tradeState, amount };
  return { class: tradeState === 'USERPAYING' ? 'PENDING' : 'SUCCESS', state: tradeState, data };
}
