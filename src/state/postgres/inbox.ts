import { randomName, sha256 } from '../../core/hash.js';
import type { Text } from '../../core/message.js';
import { formatAmount, parseAmount } from '../../core/money.js';
import { hostNameInMark } from '../../host/identity.js';
import { storeClaims } from '../../messages/store-claims.js';
import type {
  Arrival,
  Forwarding,
  InboxEntries,
  InboxHold,
  InboxPage,
  InboxQuery,
  InboxStore,
  IncomingMessage,
  Judgement,
  MessageName,
  PaymentIn,
  Span,
} from '../inbox.js';
import type { Sealer } from '../seal.js';
import type { DatabaseHost } from './database.js';
import type { InboxContext } from './inbox-context.js';
import { InboxForwarder } from './inbox-forwarder.js';
import { InboxMarks } from './inbox-marks.js';
import { InboxReader } from './inbox-reader.js';
import { InboxReceiver } from './inbox-receiver.js';
import { InboxRows } from './inbox-rows.js';
import { PAID_SINCE } from './schema/version.js';
import type { Server, StoreQueries } from './server.js';
import { raw, sql } from './sql.js';

/** How often a listener looks for what other machines received. */
const LOOK_MS = 1_000;

export interface InboxOptions {
  /** Names it on all machines. */
  inbox: string;
  machine: string;
  place: Text;
  /** Names this process among those that forward. */
  name: string;
  /** By which people look for a message. */
  referencesIn(body: string): readonly string[];
  paymentIn: PaymentIn;
}

/** An inbox that several machines receive into. What a message says is sealed, its id is hashed. */
export class PostgresInbox implements InboxStore {
  readonly place: Text;
  readonly lookMs = LOOK_MS;
  readonly #context: InboxContext;
  readonly #reader: InboxReader;
  readonly #receiver: InboxReceiver;
  readonly #forwarder: InboxForwarder;

  constructor(
    server: StoreQueries,
    host: DatabaseHost,
    sealer: Sealer,
    { inbox, machine, place, name, referencesIn, paymentIn }: InboxOptions,
  ) {
    this.place = place;
    this.#context = {
      ...{ server, host, inbox, machine, name, paymentIn },
      rows: new InboxRows(sealer, inbox),
      marks: new InboxMarks(sealer, inbox, referencesIn),
    };
    this.#reader = new InboxReader(this.#context);
    this.#receiver = new InboxReceiver(this.#context);
    this.#forwarder = new InboxForwarder(this.#context);
  }

  read(): Promise<InboxEntries> {
    return this.#reader.read();
  }

  pages(wanted?: InboxQuery): AsyncGenerator<InboxPage> {
    return this.#reader.pages(wanted);
  }

  mentioning(text: string): Promise<InboxEntries> {
    return this.#reader.mentioning(text);
  }

  mentioningAny(texts: readonly string[], except: Span): AsyncGenerator<InboxPage> {
    return this.#reader.mentioningAny(texts, except);
  }

  receive(message: IncomingMessage): ReturnType<InboxStore['receive']> {
    return this.#receiver.receive(message);
  }

  async learn(about: MessageName, learnt: Judgement | Forwarding): Promise<void> {
    const judged = learnt.type === 'judged';
    const name = `${judged ? 'judgement' : 'forwarded'} ${about.fingerprint}`;
    const sealed = this.#context.rows.seal(name, { ...learnt });
    const [id, { fingerprint }] = [sha256(about.id), about];
    const { server, inbox } = this.#context;
    const isDated = judged && (await server.greeting()).schema >= PAID_SINCE;
    const amount = isDated && parseAmount(learnt.bankAmount ?? '');
    const set = judged
      ? sql`state = ${learnt.state}, judged_at = clock_timestamp(), judgement = ${sealed}
        ${amount ? sql`, amount = ${formatAmount(amount)}::numeric` : raw('')}`
      : sql`forwarding = ${learnt.type}, forwarded_at = clock_timestamp(), forwarded = ${sealed}`;
    await server.query(sql`
      UPDATE payctl.inbox SET ${set}
      WHERE inbox = ${inbox} AND id = ${id} AND fingerprint = ${fingerprint}`);
    if (!judged) this.#forwarder.drop(about);
  }

  async isContradicted(id: string): Promise<boolean> {
    const rows = await this.#context.server.query(sql`
      SELECT seq FROM payctl.inbox WHERE inbox = ${this.#context.inbox} AND id = ${sha256(id)} LIMIT 2`);
    return rows.length > 1;
  }

  next(target: string): Promise<Arrival | undefined> {
    return this.#forwarder.next(target);
  }

  hold(): Promise<InboxHold> {
    return this.#forwarder.hold();
  }
}

/** Names the inbox of an owner in the store. */
export function inboxName(owner: readonly string[]): string {
  return sha256(JSON.stringify(owner)).slice(0, 32);
}

/** The inbox of this owner, the same on all machines. */
export async function openInbox(
  server: Server,
  host: DatabaseHost,
  owner: readonly string[],
  reading: Pick<InboxOptions, 'paymentIn' | 'referencesIn'>,
): Promise<InboxStore> {
  return new PostgresInbox(server, host, await server.sealer(), {
    inbox: inboxName(owner),
    machine: hostNameInMark(host.process.self),
    place: storeClaims.sharedStore,
    name: randomName(host),
    ...reading,
  });
}
