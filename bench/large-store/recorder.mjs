// @ts-check
// Charges and confirmations as the product makes them, kept as rows instead of being sent one by one.
import { simulateBank } from './bank.mjs';
import { BASE_URL, COMPANY, MACHINES, PROFILE, reference, USERS } from './shop.mjs';

/** The parts of the product that charge, receive and seal, by their modules. */
export const PARTS = {
  chain: 'src/state/chain.ts',
  journal: 'src/journal/journal.ts',
  shared: 'src/state/postgres/inbox.ts',
  charge: 'src/journal/charge.ts',
  claim: 'src/journal/claim.ts',
  confirmation: 'src/callbacks/confirmation.ts',
  families: 'src/bank/families.ts',
  hash: 'src/core/hash.ts',
  history: 'src/journal/history.ts',
  marks: 'src/state/postgres/inbox-marks.ts',
  outcomes: 'src/state/postgres/outcomes.ts',
  own: 'src/state/postgres/own-revision.ts',
  permission: 'src/state/permission.ts',
  inboxRows: 'src/state/postgres/inbox-rows.ts',
  seal: 'src/state/seal.ts',
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
    const after = chain.chainEnd(tail);
    const more = lines.map((content, index) => ({ content, original: originals?.[index] }));
    const attempt = Buffer.from(this.#random.bytes(16)).toString('hex');
    const written = own.chainRows(more, { key, after }, this.#sealer);
    const revision = { key, number: newest + 1, attempt, written, end };
    this.revisions.push(revision);
    return {
      place: own.entryName(key, revision.number),
      get tail() {
        return written.at(-1).link;
      },
      append: async (content, more = /** @type {any} */ ({})) => {
        const [original] = more.originals ?? [];
        const last = chain.chainEnd(written.at(-1).link);
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
        place: this.#parts.own.entryName(key, number),
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
export function openRecorder(parts, { sealer, random, server }) {
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
  const settle = async (journal, key) => {
    now += 3_600_000;
    const { history } = await parts.history.inspectHistory(journal, key);
    const settled = { as: 'executed', note: 'the statement of the bank has it' };
    const settlement = { type: 'settlement', ...parts.journal.stamp(journal), ...settled };
    await parts.history.addEntries(journal, history, [settlement]);
  };
  return async function record(charge) {
    now = charge.at;
    claims.revisions = [];
    const journal = journals[charge.machine]?.[charge.user];
    const operation = await parts.families.loadOperation(charge.operation);
    const input = chargeInput(operation, charge);
    const caller = simulateBank(charge, (ms) => {
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
    if (charge.end === 'settled') await settle(journal, claims.revisions[0].key);
    return claims.revisions;
  };
}

/** The input of the example, with the reference and the amount of this charge. */
function chargeInput({ example, reference: referenceField, amount }, charge) {
  return {
    ...example,
    ...(Object.hasOwn(example, 'companyId') && { companyId: COMPANY }),
    ...(referenceField && { [referenceField]: reference(charge.number) }),
    ...(amount && { [amount]: charge.amount }),
  };
}
