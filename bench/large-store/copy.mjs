// @ts-check
// What the product's own code has made stands for the newest days; older ones are copies of it, made by the
// server within minutes: rows, sizes, chains and values of indexes are right; times and references within lines
// are those of the original, and what is sealed does not open. So read the newest days only; a copy can be
// verified and retired, once what it copies is old enough.

const SETTINGS = `SET session_replication_role = replica; SET work_mem = '256MB'`;

/** Puts the newest `filled` claims of a store of `all` where copies are made of them; what they have of a table is found once. */
export function keepNewest({ filled, all }) {
  const newest = `(SELECT made_at AS since FROM payctl.claim ORDER BY made_at DESC OFFSET ${filled - 1} LIMIT 1) AS newest`;
  const ofThem = (table) =>
    `CREATE UNLOGGED TABLE made_${table} AS SELECT ${table}.* FROM payctl.${table} JOIN made_claim USING (key)`;
  return [
    SETTINGS,
    `CREATE UNLOGGED TABLE made_claim AS SELECT claim.* FROM payctl.claim, ${newest} WHERE claim.made_at >= newest.since`,
    ...['charge', 'entry', 'original'].map(ofThem),
    `CREATE UNLOGGED TABLE made_inbox AS SELECT * FROM payctl.inbox WHERE seq > ${all - filled}`,
  ].join(';\n');
}

export const DROP_NEWEST =
  'DROP TABLE made_claim, made_charge, made_entry, made_original, made_inbox';

/** Adds a copy of what `keepNewest` found, which is the given number of their days older. */
export function copyOlder({ filled, all, days }, number) {
  const shift = `interval '${(((number * filled) / all) * days * 86_400).toFixed(3)} seconds'`;
  const key = (column) => `md5(${column} || '${number}')`;
  const older = (column) => `${column} - ${shift}`;
  const month = (at) => `date_trunc('month', (${older(at)}) AT TIME ZONE 'UTC')::date`;
  // Lines lie by the month of their claim.
  const ofClaim = (table) =>
    `made_${table} AS one JOIN made_claim AS claim ON claim.key = one.key AND claim.month = one.month`;
  return [
    SETTINGS,
    `INSERT INTO payctl.claim (key, attempt, part, seq, server, made_at, seen_at, month)
      SELECT ${key('key')}, attempt, part, seq, server, ${older('made_at')}, ${older('seen_at')}, ${month('made_at')}
      FROM made_claim`,
    `INSERT INTO payctl.charge (key, part, attempts, started_at, ended_at, state, class, operation, reference,
        amount, request_uid, profile, base_url, machine, user_name, hashes)
      SELECT ${key('key')}, part, attempts, ${older('started_at')}, ${older('ended_at')}, state, class, operation,
        'C${number}' || reference, amount, request_uid, profile, base_url, machine, user_name,
        (SELECT array_agg(hash + ${number}) FROM unnest(hashes) AS hash)
      FROM made_charge`,
    `INSERT INTO payctl.entry (key, seq, part, attempt, line, server, at, month)
      SELECT ${key('one.key')}, one.seq, one.part, one.attempt, line, one.server, ${older('at')}, ${month('made_at')}
      FROM ${ofClaim('entry')}`,
    `INSERT INTO payctl.original (key, seq, bank, sealed, month)
      SELECT ${key('one.key')}, one.seq, bank, sealed, ${month('made_at')} FROM ${ofClaim('original')}`,
    `INSERT INTO payctl.inbox (inbox, seq, id, fingerprint, receipt, at, machine, message, state, judged_at,
        judgement, target, forwarding, forwarded_at, forwarded, marks, paid_at, amount) OVERRIDING SYSTEM VALUE
      SELECT inbox, seq - ${number * filled}, ${key('id')}, ${key('fingerprint')}, receipt, ${older('at')}, machine,
        message, state, ${older('judged_at')}, judgement, target, forwarding, ${older('forwarded_at')}, forwarded,
        ARRAY(SELECT left(${key('mark')}, 24) FROM unnest(marks) AS mark), ${older('paid_at')}, amount
      FROM made_inbox WHERE seq > ${number * filled}`,
  ].join(';\n');
}
