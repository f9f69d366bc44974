/** Help that is about no single command: `payctl help <topic>`. */
export const TOPICS: Readonly<Record<string, string>> = {
  'exit-codes': `Exit codes

  code  class            meaning                                      repeat it?
     0  SUCCESS          confirmed by the bank
     1  INTERNAL         a bug of payctl                              no
     2  USAGE            invalid input, missing --yes, a read-only    no
                         profile; nothing was sent
     3  CONFIG           profile, credentials, files, disk; nothing   after mending
                         was sent
     4  AUTH             the bank refused the credentials             after mending
     5  REJECTED         the bank said no, finally                    no
     6  NOT_FOUND        the bank does not know the reference
     7  RATE_LIMITED     429 until the retries ended; not executed    yes
     8  PENDING          not final yet                                inquire
     9  UNAVAILABLE      not sent, or a read that failed for now      yes
    10  OUTCOME_UNKNOWN  sent, and its outcome is not known           never:
                                                                      journal recover
    11  PARTIAL          some rows failed, or a partial debit         look
    12  CONFLICT         the reference was used with other contents,  no
                         or is in flight
    13  TLS              certificate chain, host name, client         after mending
                         certificate
    14  BAD_DATA         an answer, QR, slip or image that is not     maybe
                         what its specification allows
   130  INTERRUPTED      ended by SIGINT, nothing in flight           yes
   143  TERMINATED       ended by SIGTERM, nothing in flight          yes

A script may repeat a command only where the last column allows it.
`,
  environment: `Environment

  Flag beats environment beats profile beats default. With these alone, and no
  file at all, every command works. --sandbox or -p on the command line names the
  whole connection: address and credentials of the environment are then ignored.

  PAYCTL_PROFILE, PAYCTL_OUTPUT, PAYCTL_LANG, PAYCTL_TIMEOUT
  PAYCTL_CONFIG_DIR, PAYCTL_STATE_DIR        where profiles and the journal live
  PAYCTL_BASE_URL, PAYCTL_API_KEY, PAYCTL_API_SECRET, PAYCTL_APPLICATION_ID
  PAYCTL_RESOURCE_OWNER_ID, PAYCTL_COMPANY_ID, PAYCTL_TERMINAL_ID
  PAYCTL_BILLER_ID, PAYCTL_MERCHANT_ID, PAYCTL_OUT_TRADE_NO_PREFIX
  PAYCTL_MERCHANT_APP                        shopapp unless given
  PAYCTL_ENVIRONMENT                         test or live; live unless given
  PAYCTL_READ_ONLY                           refuses money commands
  PAYCTL_CLIENT_CERT, PAYCTL_CLIENT_KEY, PAYCTL_CLIENT_KEY_PASSPHRASE, PAYCTL_CA
  PAYCTL_SECRET_COMMAND                      a command that prints the secret
  NO_COLOR, FORCE_COLOR, HTTPS_PROXY, NO_PROXY, XDG_CONFIG_HOME, XDG_STATE_HOME

  No flag takes a secret: secrets come from the environment, standard input, a
  file, the keyring of the operating system, or a command.
`,
  output: `Output

  Standard output holds the result and nothing else; notes and errors go to
  standard error. A table on a terminal, JSON in a pipe; -o decides otherwise.

  -o json    the bank's data as it was sent
  -o jsonl   one record a line
  -o csv     one record a line, formulas defused
  -o yaml    for reading
  -o raw     the body byte for byte
  --envelope {"request":…,"http":…,"status":…,"data":…}
  -q EXPR    JMESPath, as: -q tradeState
  --columns  fields of a table, as: --columns transactionId,amount

  With -o json an error is one JSON object on one line of standard error:
  {"error":{"class","exit","message","code","httpStatus","requestUId",
  "executed","safeToRetry","details","hint"}}
`,
  safety: `Safety

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
  A profile with readOnly refuses money commands. --dry-run sends nothing.

  The claim is per machine and state directory. Between machines only the bank's
  own uniqueness of references protects.
`,
};
