export const OUTPUT = `Output

Standard output holds the result and nothing else; notes and errors go to
standard error. A table on a terminal, JSON in a pipe; -o decides otherwise.

  -o table    for people; personal data masked unless --show-pii
              (lists lose their last columns where they do not fit)
  -o json     the bank's data as it was sent, unknown fields and all
  -o jsonl    one record a line
  -o csv      one record a line, formulas defused
  -o yaml     for reading
  -o text     for scripts: values bare, a record a line, fields between tabs
  -o raw      the body byte for byte; without the three that follow
  --envelope  {"request":…,"http":…,"status":…,"data":…}
  -q EXPR     JMESPath, as: -q tradeState -o text
  --columns   names or fields of a table, as: --columns transactionId,amount

A list that the bank gives in pages is fetched whole, up to 1,000 records;
--limit N decides, and a cut list says so on standard error. --page-number or
--page-size gets one page, as does -o raw.

Tables show Bangkok time, JSON has ISO 8601 with an offset. A date is given as
2026-01-31, today or yesterday; a moment also as -2h or +5d, a length as 30s.

The data goes to standard output whatever the exit code; without data it is {}.
A query that does not fit what the bank has made or refused never changes how
the call ended: all of the data is printed, with a warning.
An error is a line for a person, with its hint. With -o json it is one JSON
object on one line of standard error:

  {"error":{"class","exit","message","code","httpStatus","requestUId",
  "executed","safeToRetry","details","hint"}}
`;

export const SAFETY = `Safety

A call that can move money is in the journal, on disk, before its first byte
leaves. It is sent again only where it is proven not to have been executed.

The same reference with the same contents is never charged twice: what ended is
replayed from the journal, what is open is inquired. The same reference with
other contents ends with exit 12.

A lost answer is neither success nor failure: the command inquires by itself
(--wait bounds that) and, if nothing is learned, ends with exit 10. Then:

  $ payctl journal recover

What no inquiry can decide, a person settles:

  $ payctl journal settle REF --as executed --note "seen on the statement"

On a live profile a money command restates amount, payee and environment and
asks; without a terminal it needs --yes. --expect-amount refuses another amount.
A profile with readOnly refuses money commands. --dry-run sends and changes
nothing; a command that cannot show what it would do refuses it.

No option takes an option for its value: one that begins with a dash is joined
to it, as --note=-5%.

The claim is per machine and state directory. Between machines only the bank's
own uniqueness of references protects.
`;
