// @ts-check
// What the product's own code has made stands for the newest days; older ones are copies of it, made by the
// server within minutes: rows, sizes and values of indexes are right, seals and references within lines are
// those of the original. So read the newest days only, and erase or verify no others.

/** Adds a copy of the newest `filled` claims, which is the given number of their days older. */
export function copyOlder({ filled, all, days }, number) {
  const shift = `interval '${(((number * filled) / all) * days * 86_400).toFixed(3)} seconds'`;
  const key = (column) => `md5(${column} || '${number}')`;
  const made = 'claim.made_at >= newest.since';
  const newest = `(SELECT made_at AS since FROM payctl.claim ORDER BY made_at DESC OFFSET ${filled - 1} LIMIT 1) AS newest`;
  const month = `date_trunc('month', (claim.made_at - ${shift}) AT TIME ZONE 'UTC')::date`;
  const older = (column) => `${column} - ${shift}`;
  const statements = [
    `CREATE TEMP TABLE made ON COMMIT DROP AS
      SELECT claim.*, ${key('key')} AS new_key, ${month} AS new_month FROM payctl.claim, ${newest} WHERE ${made}`,
    'ANALYZE made',
    `INSERT INTO payctl.claim (key, attempt, part, seq, server, made_at, seen_at, month)
      SELECT new_key, attempt, part, seq, server, ${older('made_at')}, ${older('seen_at')}, new_month FROM made`,
    `INSERT INTO payctl.charge (key, part, attempts, started_at, ended_at, state, class, operation, reference,
        amount, request_uid, profile, base_url, machine, user_name, hashes)
      SELECT new_key, charge.part, attempts, ${older('started_at')}, ${older('ended_at')}, state, class, operation,
        'C${number}' || reference, amount, request_uid, profile, base_url, machine, user_name,
        (SELECT array_agg(hash + ${number}) FROM unnest(hashes) AS hash)
      FROM payctl.charge JOIN made USING (key)`,
    `INSERT INTO payctl.entry (key, seq, part, attempt, line, server, at, month)
      SELECT new_key, entry.seq, entry.part, entry.attempt, line, entry.server, ${older('at')}, new_month
      FROM payctl.entry JOIN made ON made.key = entry.key AND made.month = entry.month`,
    `INSERT INTO payctl.original (key, seq, bank, sealed, month)
      SELECT new_key, original.seq, bank, sealed, new_month
      FROM payctl.original JOIN made ON made.key = original.key AND made.month = original.month`,
    `INSERT INTO payctl.inbox (inbox, seq, id, fingerprint, receipt, at, machine, message, state, judged_at,
        judgement, target, forwarding, forwarded_at, forwarded, marks, paid_at) OVERRIDING SYSTEM VALUE
      SELECT inbox, seq - ${number * filled}, ${key('id')}, ${key('fingerprint')}, receipt, ${older('at')}, machine,
        message, state, ${older('judged_at')}, judgement, target, forwarding, ${older('forwarded_at')}, forwarded,
        ARRAY(SELECT left(${key('mark')}, 24) FROM unnest(marks) AS mark), ${older('paid_at')}
      FROM payctl.inbox WHERE seq > ${all - filled} AND seq > ${number * filled}`,
  ];
  const settings = `SET session_replication_role = replica; SET work_mem = '256MB'`;
  return [settings, 'BEGIN', ...statements, 'COMMIT'].join(';\n');
}
