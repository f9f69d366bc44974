// @ts-check
// The rows of the store, in the form of COPY. Columns with a default that suits are left to it.
import { toConfirmation } from './bank.mjs';
import { BASE_URL, COMPANY, MACHINES } from './shop.mjs';

/** The columns of each table, in the order in which the tables are filled. */
export const COLUMNS = {
  claim: ['key', 'attempt', 'part', 'seq', 'server', 'made_at', 'seen_at', 'month'],
  charge: [
    ...['key', 'part', 'started_at', 'ended_at', 'state', 'class', 'operation', 'reference'],
    ...['amount', 'attempts', 'request_uid', 'profile', 'base_url', 'machine', 'user_name'],
    'hashes',
  ],
  open_claim: ['key', 'part'],
  entry: ['key', 'seq', 'part', 'attempt', 'line', 'server', 'at', 'month'],
  original: ['key', 'seq', 'bank', 'sealed', 'month'],
  inbox: [
    ...['inbox', 'seq', 'id', 'fingerprint', 'receipt', 'at', 'machine', 'message', 'state'],
    ...['judged_at', 'judgement', 'target', 'forwarding', 'forwarded_at', 'forwarded', 'marks'],
    ...['paid_at', 'amount'],
  ],
};

/** The rows of one claim by table, of its revisions as the product made them. */
export function claimRows({ outcomes }, { server, random }, revisions) {
  const { key, end } = revisions.at(-1);
  const lines = revisions.flatMap(({ number, written }) =>
    written.map(({ row, link }) => ({
      ...{ revision: number, seq: row.seq, line: row.line, sealed: row.original?.sealed },
      at: Date.parse(link.content.at),
    })),
  );
  const attempts = new Map();
  const attemptForRevision = ({ revision }) => {
    const attempt = attempts.get(revision) ?? Buffer.from(random.bytes(16)).toString('hex');
    attempts.set(revision, attempt);
    return attempt;
  };
  const [first, last] = [lines[0], lines.at(-1)];
  const month = `${toMoment(first.at).slice(0, 7)}-01`;
  const [begun, seen] = [toMoment(first.at), toMoment(last.at)];
  const place = [key, last.revision];
  return {
    claim: [[key, attemptForRevision(last), last.revision, last.seq, server, begun, seen, month]],
    ...(end === undefined
      ? { open_claim: [place] }
      : { charge: [[...place, ...chargeCells(outcomes.outcomeText(end))]] }),
    entry: lines.map((line) => [
      ...[
        key,
        line.seq,
        line.revision,
        attemptForRevision(line),
        line.line,
        server,
        toMoment(line.at),
      ],
      month,
    ]),
    original: lines.flatMap(({ seq, sealed }) =>
      sealed ? [[key, seq, BASE_URL, sealed, month]] : [],
    ),
  };
}

/** What the database would make of the outcome that a program writes. */
function chargeCells(text) {
  const charge = JSON.parse(text);
  return COLUMNS.charge.slice(2).map((name) => charge[name]);
}

const TARGET = 'http://127.0.0.1:3000/confirmations';

/** Makes the row of a confirmation, as the receiver and the forwarder of the product leave it. */
export function inboxRowMaker(parts, { sealer, random }) {
  const { claim, confirmation, hash, inboxRows, marks, shared } = parts;
  const inbox = shared.inboxName([claim.normalizeBankUrl(BASE_URL), COMPANY]);
  const rows = new inboxRows.InboxRows(sealer, inbox);
  const marker = new marks.InboxMarks(sealer, inbox, confirmation.referencesIn);
  return (charge) => {
    const body = JSON.stringify(toConfirmation(charge));
    const { id, fingerprint } = confirmation.readConfirmation(body);
    const verdict = {
      type: 'judged',
      state: 'verified',
      bankAmount: charge.amount,
      reason: 'the bank has it',
    };
    const forwarding = { type: 'delivered', to: TARGET };
    const [at, judgedAt, forwardedAt] = [500, 900, 1_200].map((ms) => toMoment(charge.at + ms));
    const payment = confirmation.paymentIn(body);
    return [
      ...[
        inbox,
        charge.number,
        hash.sha256(id),
        fingerprint,
        Buffer.from(random.bytes(16)).toString('hex'),
        at,
      ],
      ...[MACHINES.at(-1), rows.seal(`message ${fingerprint}`, { id, body })],
      ...['verified', judgedAt, rows.seal(`judgement ${fingerprint}`, verdict)],
      ...[hash.sha256(TARGET), 'delivered', forwardedAt],
      rows.seal(`forwarded ${fingerprint}`, forwarding),
      marker.forBody(body),
      ...[toMoment(payment.paidAt), payment.amount],
    ];
  };
}

function toMoment(at) {
  return new Date(at).toISOString();
}

/** Rows as COPY reads them. */
export function copyText(rows) {
  return rows.map((row) => `${row.map(cell).join('\t')}\n`).join('');
}

const ESCAPES = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function cell(value) {
  if (value === undefined || value === null) return '\\N';
  if (value instanceof Uint8Array) return `\\\\x${Buffer.from(value).toString('hex')}`;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return `{${value.join()}}`;
  return value.replace(/[\\\t\n\r]/g, (sign) => ESCAPES[sign]);
}
