import type { WireRequest, WireResponse } from '../../src/bank/wire.js';
import type { FailureReason } from '../../src/client/transport.js';
import type { Chance } from './chance.js';
import type { World } from './world.js';

/** What reaches the client: an answer, or the failure of the way, some time later. */
export type Reply = { afterMs: number } & (
  | { response: WireResponse }
  | { failure: FailureReason; sent: boolean }
);

export interface Effect {
  reference: string;
  requestUId: string;
  at: number;
}

/**
 * The bank as the worst that its documents allow: it carries out every money call that it accepts,
 * twice for two calls, answers late, wrongly or not at all, and forgets for a while what it did.
 */
export interface ModelBank {
  readonly effects: Effect[];
  /** Every money call that arrived, carried out or not. */
  readonly arrivals: { reference: string; requestUId: string }[];
  /** From now on it answers truly and at once. */
  calm: boolean;
  revokeTokens(): void;
  receive(request: WireRequest): Reply;
}

export interface BankSettings {
  /** From when on the customer's code is dead. */
  codeDiesAt: number;
  /** State of the reference before the charge; none where it is not known then. */
  before: 'SUCCESS' | 'INITIATE_COMPLETED' | undefined;
  /** Whether the inquiry shows that a payment was reversed. */
  showsReversals: boolean;
  onArrival(requestUId: string): void;
}

type Flow = 'pay' | 'refund' | 'confirm';

const PATHS: Readonly<Record<string, Flow>> = {
  '/v1/payment/ewallets/pay': 'pay',
  '/v1/payment/ewallets/refund': 'refund',
  '/v1/payment/transfer/fcd/debit/confirm': 'confirm',
};

const WORDS = {
  pay: { done: 'SUCCESS', waiting: 'USERPAYING', failed: 'CANCELED' },
  refund: { done: 'CANCELED', waiting: 'SUCCESS', failed: 'SUCCESS' },
  confirm: { done: 'CONFIRM_COMPLETED', waiting: 'CONFIRM_PROCESSING', failed: 'CONFIRM_FAILED' },
} as const;

const FATES = [
  'done',
  'done',
  'done',
  'waiting',
  'refused',
  'refused-in-200',
  'unauthorised',
  'rate-limited',
  'not-reached',
  'lost-before',
  'lost-after',
  'stalled-after',
  'truncated-after',
  'html-after',
  'redirected-after',
  'stranger-before',
  'stranger-after',
  'busy-before',
  'busy-after',
  'late',
  'downstream-before',
  'downstream-after',
] as const;

export function createBank(world: World, chance: Chance, settings: BankSettings): ModelBank {
  const books = new Map<string, { state: string; amount: string; since: number }[]>();
  let token = 1;

  const bank: ModelBank = {
    effects: [],
    arrivals: [],
    calm: false,
    revokeTokens() {
      token += 1;
    },
    receive(request) {
      const path = new URL(request.url).pathname.replace(/^\/partners/, '');
      const body: Record<string, string> = JSON.parse(request.body ?? '{}');
      if (path === '/v1/oauth/token') {
        return ok({ accessToken: `t${token}`, tokenType: 'Bearer', expiresIn: 1800 });
      }
      const reference = body.outTradeNo ?? body.tokenizerId ?? '';
      const flow = PATHS[path];
      if (flow === undefined) return inquiry(request, reference);
      const requestUId = request.headers.requestUId ?? '';
      bank.arrivals.push({ reference, requestUId });
      settings.onArrival(requestUId);
      return money(flow, reference, body.totalFee ?? '', request);
    },
  };

  function money(flow: Flow, reference: string, amount: string, request: WireRequest): Reply {
    if (!isAuthorised(request)) return refusal(401, 9500);
    const words = WORDS[flow];
    const requestUId = request.headers.requestUId ?? '';
    const record = (state: string): void => {
      books.set(reference, [...entries(reference), { state, amount, since: world.now() }]);
    };
    const carryOut = (): void => {
      bank.effects.push({ reference, requestUId, at: world.now() });
      if (flow !== 'refund' || settings.showsReversals) record(words.done);
    };
    const answer = (state: string): Reply => ok(contents(reference, state, amount));
    if (flow === 'pay' && world.now() > settings.codeDiesAt) return refusal(400, 1111);
    const fate = bank.calm ? 'done' : chance.pick(FATES);
    if (fate.endsWith('after') || fate === 'done') carryOut();
    switch (fate) {
      case 'done':
        return answer(words.done);
      case 'waiting':
        if (flow !== 'refund') record(words.waiting);
        world.at(world.now() + chance.between(5_000, 90_000), () => {
          if (chance.happens(0.7)) carryOut();
          else if (flow !== 'refund') record(words.failed);
        });
        return flow === 'refund' ? failed('reset') : answer(words.waiting);
      case 'refused':
        return refusal(400, 1112);
      case 'refused-in-200':
        return refusal(200, 1113);
      case 'unauthorised':
        return refusal(401, 9500);
      case 'rate-limited':
        return refusal(429, 9900, chance.happens(0.5) ? { 'retry-after': '2' } : {});
      case 'not-reached':
        return { afterMs: 5, failure: 'refused', sent: false };
      case 'lost-before':
      case 'lost-after':
        return failed('reset');
      case 'stalled-after':
        return failed('timeout', 60_000);
      case 'truncated-after':
        return failed('truncated');
      case 'html-after':
        return html(502);
      case 'redirected-after':
        return html(307, { location: 'https://elsewhere.example/' });
      case 'stranger-before':
        // The answer to a reversal names no payment, so nobody could tell.
        if (flow === 'refund') return failed('reset');
        return ok(contents(`${reference}9`, words.done, '1.00'));
      case 'stranger-after':
        return ok(contents(`${reference}9`, words.done, '1.00'));
      case 'busy-before':
      case 'busy-after':
        return refusal(503, 9990);
      case 'late':
        world.at(world.now() + chance.between(1_000, 20_000), carryOut);
        return refusal(504, 9900);
      case 'downstream-before':
      case 'downstream-after':
        return refusal(chance.pick([400, 200, 500]), 8101);
    }
  }

  function inquiry(request: WireRequest, reference: string): Reply {
    if (!isAuthorised(request)) return refusal(401, 9500);
    if (!bank.calm && chance.happens(0.3)) {
      return chance.pick([
        failed('reset'),
        failed('timeout', 15_000),
        refusal(503, 9990),
        refusal(429, 9900),
        refusal(504, 9900),
        refusal(400, 1114),
        html(500),
      ]);
    }
    // A copy of the books that lags behind.
    const stale = !bank.calm && chance.happens(0.3) ? 30_000 : 0;
    const record = entries(reference).findLast(({ since }) => world.now() - since >= stale);
    if (record === undefined) return refusal(404, 1104);
    return ok(contents(reference, record.state, record.amount));
  }

  /** What is refunded was paid before, what is confirmed was initiated. */
  function entries(reference: string) {
    const { before } = settings;
    const first = before && { state: before, amount: '100.00', since: 0 };
    return books.get(reference) ?? (first ? [first] : []);
  }

  function isAuthorised({ headers }: WireRequest): boolean {
    return headers.authorization === `Bearer t${token}`;
  }

  function failed(failure: FailureReason, afterMs = chance.between(5, 3_000)): Reply {
    return { afterMs, failure, sent: true };
  }

  function refusal(status: number, code: number, headers: Record<string, string> = {}): Reply {
    return answered(status, JSON.stringify({ status: { code, description: 'no' } }), headers);
  }

  function html(status: number, headers: Record<string, string> = {}): Reply {
    return answered(status, '<html>', headers);
  }

  function ok(data: Record<string, unknown>): Reply {
    return answered(200, JSON.stringify({ status: { code: 1000, description: 'Success' }, data }));
  }

  function answered(status: number, body: string, headers: Record<string, string> = {}): Reply {
    const afterMs = bank.calm ? 5 : chance.between(5, 3_000);
    return { afterMs, response: { status, headers, body: Buffer.from(body) } };
  }

  return bank;
}

/** One shape for both record tables; each reader takes the fields that it knows. */
function contents(reference: string, state: string, amount: string): Record<string, unknown> {
  const isTransfer = /^(CONFIRM|INITIATE)/.test(state);
  if (!isTransfer) return { transactionId: `B${reference}`, tradeState: state, amount };
  return {
    channelDateTime: '2026-03-02T10:00:00.000+07:00',
    tokenizerId: reference,
    status: state,
    ...(state === 'CONFIRM_COMPLETED' && { debitStatus: 'Full' }),
    ...(state === 'CONFIRM_FAILED' && { code: '999', description: 'failed' }),
  };
}
