import { randomName, sha256 } from '../../core/hash.js';
import type { Text } from '../../core/message.js';
import { formatAmount, parseAmount } from '../../core/money.js';
import { hostNameInMark } from '../../host/identity.js';
import { storeClaims } from '../../messages/store-claims.js';
import type { InboxStore, ReadPayment } from '../inbox.js';
import type { Sealer } from '../seal.js';
import type { DatabaseHost } from './database.js';
import type { InboxContext } from './inbox-context.js';
import { InboxForwarder } from './inbox-forwarder.js';
import { InboxMarks } from './inbox-marks.js';
import { fillAmounts, hasAmounts } from './inbox-paid.js';
import { InboxReader } from './inbox-reader.js';
import { InboxReceiver } from './inbox-receiver.js';
import { InboxRows, listInboxes } from './inbox-rows.js';
import type { Server } from './server.js';
import { raw, sql } from './sql.js';

/** How often a listener looks for what other machines received. */
const LOOK_MS = 1_000;

export interface InboxOptions
  extends Pick<InboxContext, 'inbox' | 'machine' | 'name' | 'readPayment'> {
  place: Text;
  /** By which people look for a message. */
  readReferences(body: string): readonly string[];
}

/** An inbox that several machines receive into. What a message says is sealed, its id is hashed. */
export function postgresInbox(
  server: InboxContext['server'],
  host: DatabaseHost,
  sealer: Sealer,
  { place, readReferences, ...named }: InboxOptions,
): InboxStore {
  const { inbox } = named;
  const context: InboxContext = {
    ...named,
    server,
    host,
    sealer,
    rows: new InboxRows(sealer, inbox),
    marks: new InboxMarks(sealer, inbox, readReferences),
  };
  const reader = new InboxReader(context);
  const receiver = new InboxReceiver(context);
  const forwarder = new InboxForwarder(context);
  return {
    place,
    lookMs: LOOK_MS,
    read: () => reader.read(),
    pages: (wanted) => reader.pages(wanted),
    mentioning: (text) => reader.mentioning(text),
    mentioningAny: (texts, except) => reader.mentioningAny(texts, except),
    receive: (message) => receiver.receive(message),
    next: (target) => forwarder.next(target),
    hold: () => forwarder.hold(),
    async learn(about, learnt) {
      const judged = learnt.type === 'judged';
      const [id, { fingerprint }] = [sha256(about.id), about];
      const sealedName = `${judged ? 'judgement' : 'forwarded'} ${fingerprint}`;
      const amount = judged && (await hasAmounts(server)) && parseAmount(learnt.bankAmount ?? '');
      await sealer.retryWithCurrentKey(() => {
        const sealed = context.rows.seal(sealedName, { ...learnt });
        const set = judged
          ? sql`state = ${learnt.state}, judged_at = clock_timestamp(), judgement = ${sealed}
            ${amount ? sql`, amount = ${formatAmount(amount)}::numeric` : raw('')}`
          : sql`forwarding = ${learnt.type}, forwarded_at = clock_timestamp(), forwarded = ${sealed}`;
        return server.query(sql`UPDATE payctl.inbox SET ${set}
          WHERE inbox = ${inbox} AND id = ${id} AND fingerprint = ${fingerprint}`);
      });
      if (!judged) forwarder.drop(about);
    },
    async isContradicted(id) {
      const rows = await server.query(
        sql`SELECT seq FROM payctl.inbox WHERE inbox = ${inbox} AND id = ${sha256(id)} LIMIT 2`,
      );
      return rows.length > 1;
    },
  };
}

export function inboxName(owner: readonly string[]): string {
  return sha256(JSON.stringify(owner)).slice(0, 32);
}

/** The inbox of this owner, the same on all machines. */
export async function openInbox(
  server: Server,
  host: DatabaseHost,
  owner: readonly string[],
  reading: Pick<InboxOptions, 'readPayment' | 'readReferences'>,
): Promise<InboxStore> {
  return postgresInbox(server, host, await server.sealer(), {
    inbox: inboxName(owner),
    machine: hostNameInMark(host.process.self),
    place: storeClaims.sharedStore,
    name: randomName(host),
    ...reading,
  });
}

/** In all inboxes; yields how many it were after each page. Whoever was killed at it goes on where he was. */
export async function* fillAllAmounts(
  server: Server,
  readPayment: ReadPayment,
): AsyncGenerator<number> {
  const sealer = await server.sealer();
  let before = 0;
  for (const inbox of await listInboxes(server)) {
    const rows = new InboxRows(sealer, inbox);
    let filled = 0;
    for await (filled of fillAmounts({ server, inbox, rows, readPayment })) yield before + filled;
    before += filled;
  }
}
