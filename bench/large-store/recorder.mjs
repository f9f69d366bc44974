// @ts-check
// Charges and confirmations as the product makes them, kept as rows instead of being sent one by one.
import { BASE_URL, COMPANY, MACHINES, PROFILE, reference, transactionId, USERS } from './shop.mjs';

/** The parts of the product that charge, receive and seal, by their modules. */
export const PARTS = {
  chain: 'src/state/chain.ts',
  generate: 'src/bank/generate.ts',
  json: 'src/core/json.ts',
  line: 'src/state/outcome-line.ts',
  sealed: 'src/core/sealed-log.ts',
  charge: 'src/journal/charge.ts',
  claim: 'src/journal/claim.ts',
  confirmation: 'src/callbacks/confirmation.ts',
  families: 'src/bank/families.ts',
  hash: 'src/core/hash.ts',
  index: 'src/state/postgres/claim-index.ts',
  list: 'src/journal/history.ts',
  marks: 'src/state/postgres/inbox-marks.ts',
  own: 'src/state/postgres/own-revision.ts',
  permission: 'src/state/permission.ts',
  rows: 'src/journal/rows.ts',
  inboxRows: 'src/state/postgres/inbox-rows.ts',
  seal: 'src/state/seal.ts',
  settle: 'src/journal/settle.ts',
};

const CONNECTION = {
  baseUrl: BASE_URL,
  profile: PROFILE,
  apiKey: 'a1b2c3d4-0000-4000-8000-000000000001',
  applicationId: 'a1b2c3d4-0000-4000-8000-000000000001',
};

/** The claim of one charge at a time, as the shared store would have it, in memory. */
export class ClaimRecorder {
  #parts;
  #sealer;
  #random;
  /** @type {any[]} */
  revisions = [];

  constructor(parts, sealer, random) {
    this.#parts = parts;
    this.#sealer = sealer;
    this.#random = random;
  }

  async prepare() {}

  async create(key, first) {
    return this.add({ key, newest: 0, tail: undefined }, first);
  }

  async add({ key, newest, tail }, { lines, originals, end }) {
    const { chain, own } = this.#parts;
    const after = chain.endOfChain(tail);
    const more = lines.map((content, index) => ({ content, original: originals?.[index] }));
    const attempt = Buffer.from(this.#random.bytes(16)).toString('hex');
    const written = own.chainRows(more, { key, after }, this.#sealer);
    const revision = { key, number: newest + 1, attempt, written, end };
    this.revisions.push(revision);
    return {
      place: own.placeOf(key, revision.number),
      get tail() {
        return written.at(-1).link;
      },
      append: async (content, more = /** @type {any} */ ({})) => {
        const [original] = more.originals ?? [];
        const last = chain.endOfChain(written.at(-1).link);
        written.push(...own.chainRows([{ content, original }], { key, after: last }, this.#sealer));
        revision.end = more.end;
      },
    };
  }

  async read(key) {
    return {
      key,
      newest: this.revisions.length,
      tail: this.revisions.at(-1)?.written.at(-1).link,
      revisions: this.revisions.map(({ number, written }) => ({
        place: this.#parts.own.placeOf(key, number),
        lines: written.map(({ link }) => link.content),
        faults: [],
        torn: false,
      })),
    };
  }
}

/**
 * Makes charges of a shop with the product's own journal; resolves to the revisions of each.
 *
 * @param {any} parts
 * @param {{ sealer: any, random: any, server: string }} store
 */
export function recorderOf(parts, { sealer, random, server }) {
  let now = 0;
  const claims = new ClaimRecorder(parts, sealer, random);
  const clock = { now: () => now, sleep: async () => {} };
  const { ChargePermission, ClaimPermission } = parts.permission;
  // Nobody is to be asked about made-up money.
  const guarded = { environment: 'test', readOnly: false };
  const permission = ChargePermission.of(ClaimPermission.ofEmbeddedBank(), guarded, true);
  const journals = MACHINES.map((host, machine) =>
    USERS.map((user) => ({
      store: {
        claims,
        shared: {
          machine: `m${machine}-${host}`,
          moment: async () => ({ clock: server, at: now }),
        },
      },
      clock,
      random,
      process: {
        self: {
          pid: 4_000 + machine,
          start: '812345',
          boot: `${host} 5f0c2f6e-0000-4000-8000-00000000000${machine} pid:[4026531836]`,
        },
        operator: { user },
        state: () => 'unknown',
        uptime: () => 5_000_000,
        sinceBoot: () => 5_000_000,
      },
      loadOperation: parts.families.loadOperation,
      warn: () => {},
    })),
  );
  return async function record(charge) {
    now = charge.at;
    claims.revisions = [];
    const journal = journals[charge.machine]?.[charge.user];
    const operation = await parts.families.loadOperation(charge.operation);
    const input = inputOf(operation, charge);
    const caller = bankOf(charge, (ms) => {
      now += ms;
    });
    const options = {
      waitMs: 0,
      ...(operation.reference === undefined && { reference: reference(charge.number) }),
    };
    await parts.charge.charge({
      journal,
      caller,
      connection: CONNECTION,
      operation,
      input,
      permission,
      options,
    });
    if (charge.end === 'settled') {
      const [{ key }] = claims.revisions;
      const { history } = await parts.list.inspectHistory(journal, key);
      const row = parts.rows.rowOf(journal, history);
      now += 3_600_000;
      await parts.settle.recordDecision(
        journal,
        { as: 'executed', note: 'the statement of the bank has it' },
        row,
      );
    }
    return claims.revisions;
  };
}

/** The input of the example, with the reference and the amount of this charge. */
export function inputOf({ example, reference: referenceField, amount }, charge) {
  return {
    ...example,
    ...(Object.hasOwn(example, 'companyId') && { companyId: COMPANY }),
    ...(referenceField && { [referenceField]: reference(charge.number) }),
    ...(amount && { [amount]: charge.amount }),
  };
}

/** Ends a charge as the shop has it, after the time that a bank takes. */
function bankOf({ number, end, isPending, amount }, pass) {
  const answers = {
    refused: {
      class: 'REJECTED',
      executed: 'no',
      http: { status: 400, ms: 95 },
      status: { code: 1102, description: 'the balance of the customer is not enough' },
      message: 'the bank refused',
    },
    unsent: { class: 'UNAVAILABLE', executed: 'no', message: 'the bank could not be reached' },
    lost: {
      class: 'OUTCOME_UNKNOWN',
      executed: 'unknown',
      message: 'the answer of the bank was lost',
    },
    pending: {
      class: 'PENDING',
      executed: 'unknown',
      http: { status: 200, ms: 120 },
      status: { code: 1000, description: 'Success' },
      data: { tradeState: 'USERPAYING' },
      state: 'USERPAYING',
      message: 'the customer has not finished',
    },
  };
  const data = {
    ...{ transactionId: transactionId(number), amount, mid: '000000000000001', tid: '00000001' },
    ...{ tradeState: 'SUCCESS', txnNumber: transactionId(number), exchangeRate: '4.75' },
    ...{ buyerUserId: '2088000000000001', transactionDateandTime: '2026-01-31T09:00:00.000+07:00' },
  };
  return {
    async call(
      { id, path, role },
      _input,
      { requestUId = '', onSending } = /** @type {any} */ ({}),
    ) {
      onSending?.();
      pass(320);
      const isInquiry = role === 'inquiry';
      const name =
        isInquiry && end !== 'learnt' ? 'unsent' : firstAnswer(end, isPending, isInquiry);
      const paid = {
        class: 'SUCCESS',
        executed: 'yes',
        http: { status: 200, ms: 120 },
        status: { code: 1000, description: 'Success' },
        data,
        state: 'SUCCESS',
        message: 'the bank confirmed it',
      };
      return {
        operation: id,
        request: { method: 'POST', url: `${BASE_URL}${path}`, requestUId },
        ...(answers[name] ?? paid),
      };
    },
  };
}

function firstAnswer(end, isPending, isInquiry) {
  if (end === 'open') return isPending ? 'pending' : 'lost';
  if (end === 'learnt') return isInquiry ? 'paid' : 'lost';
  return end === 'settled' ? 'lost' : end;
}

/** The message of the bank about a payment, half a second after it. */
export function confirmationOf({ number, at, confirmation, amount, payer }) {
  const local = new Date(at + 7 * 3_600_000).toISOString();
  const [plain, bangkok] = [local.replace('Z', ''), local.replace('Z', '+07:00')];
  const shared = { transactionId: transactionId(number), amount };
  if (confirmation === 'wallet') {
    const terminal = { merchantId: '200000000000001', terminalId: '00000001' };
    return {
      ...shared,
      transactionDateandTime: bangkok,
      currencyCode: '764',
      transactionType: 'AUTH',
      ...terminal,
      qrId: reference(number),
      companyId: COMPANY,
      exchangeRate: '',
    };
  }
  if (confirmation === 'card') {
    const card = { merchantPAN: '4000000000000001', consumerPAN: '4000000000000002' };
    return {
      ...shared,
      ...card,
      transactionDateandTime: plain,
      qrId: reference(number),
      invoice: `INV${number}`,
      traceNo: String(number % 1_000_000),
      authorizeCode: '123456',
      paymentMethod: 'VISA',
      channelCode: 'CARD',
    };
  }
  const payee = {
    payeeProxyId: '123456789012345',
    payeeProxyType: 'BILLERID',
    payeeAccountNumber: '1234567890',
    payeeName: 'A SHOP',
  };
  const from = {
    payerProxyId: '0812345678',
    payerProxyType: 'MSISDN',
    payerAccountNumber: '9876543210',
    payerName: payer,
  };
  return {
    ...shared,
    ...payee,
    ...from,
    transactionDateandTime: bangkok,
    sendingBankCode: '002',
    receivingBankCode: '014',
    channelCode: 'PMH',
    currencyCode: '764',
    transactionType: 'Domestic Transfers',
    billPaymentRef1: reference(number),
    billPaymentRef2: String(number % 1_000),
    billPaymentRef3: 'SHOP',
  };
}
