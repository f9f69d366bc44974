/** The modules that parts come from or that a fault may be planted in, by their place in `src/`. */
export interface Modules {
  'bank/families': typeof import('../../src/bank/families.js');
  'books/codec': typeof import('../../src/books/codec.js');
  'books/create': typeof import('../../src/books/create.js');
  'books/resolve': typeof import('../../src/books/resolve.js');
  'books/row-sums': typeof import('../../src/books/row-sums.js');
  'books/run': typeof import('../../src/books/run.js');
  'books/status': typeof import('../../src/books/status.js');
  'books/verify': typeof import('../../src/books/verify.js');
  'books/working-set': typeof import('../../src/books/working-set.js');
  'core/money': typeof import('../../src/core/money.js');
  'bank/privacy': typeof import('../../src/bank/privacy.js');
  'bank/questions': typeof import('../../src/bank/questions.js');
  'bank/answers': typeof import('../../src/bank/answers.js');
  'callbacks/confirmation': typeof import('../../src/callbacks/confirmation.js');
  'callbacks/session': typeof import('../../src/callbacks/session.js');
  'client/caller': typeof import('../../src/client/caller.js');
  'client/connection': typeof import('../../src/client/connection.js');
  'client/conceal/echo': typeof import('../../src/client/conceal/echo.js');
  'client/memory-token-store': typeof import('../../src/client/memory-token-store.js');
  'client/conceal/patterns': typeof import('../../src/client/conceal/patterns.js');
  'client/conceal/reading': typeof import('../../src/client/conceal/reading.js');
  'client/redact': typeof import('../../src/client/redact.js');
  'client/retry': typeof import('../../src/client/retry.js');
  'client/transport': typeof import('../../src/client/transport.js');
  'client/transport-got': typeof import('../../src/client/transport-got.js');
  'client/verdict': typeof import('../../src/client/verdict.js');
  'config/profiles': typeof import('../../src/config/profiles.js');
  'state/token-cache': typeof import('../../src/state/token-cache.js');
  'state/token-store': typeof import('../../src/state/token-store.js');
  'state/token-rows': typeof import('../../src/state/token-rows.js');
  'console/console': typeof import('../../src/console/console.js');
  'console/person': typeof import('../../src/console/person.js');
  'console/refund-limit': typeof import('../../src/console/refund-limit.js');
  'journal/refunds': typeof import('../../src/journal/refunds.js');
  'core/errors': typeof import('../../src/core/errors.js');
  'host/disk': typeof import('../../src/host/disk.js');
  'host/files': typeof import('../../src/host/files.js');
  'host/identity': typeof import('../../src/host/identity.js');
  'state/chain': typeof import('../../src/state/chain.js');
  'core/sealed-log': typeof import('../../src/core/sealed-log.js');
  'state/outcome-line': typeof import('../../src/state/outcome-line.js');
  'state/files/claim-names': typeof import('../../src/state/files/claim-names.js');
  'state/files/store': typeof import('../../src/state/files/store.js');
  'state/permission': typeof import('../../src/state/permission.js');
  'state/store-membership': typeof import('../../src/state/store-membership.js');
  'state/lock': typeof import('../../src/state/lock.js');
  'journal/absence': typeof import('../../src/journal/absence.js');
  'journal/archive': typeof import('../../src/journal/archive.js');
  'journal/retire': typeof import('../../src/journal/retire.js');
  'state/revision-heads': typeof import('../../src/state/revision-heads.js');
  'journal/answers': typeof import('../../src/journal/answers.js');
  'journal/charge': typeof import('../../src/journal/charge.js');
  'journal/claim': typeof import('../../src/journal/claim.js');
  'journal/codec': typeof import('../../src/journal/codec.js');
  'journal/inquiry': typeof import('../../src/journal/inquiry.js');
  'journal/journal': typeof import('../../src/journal/journal.js');
  'journal/list': typeof import('../../src/journal/list.js');
  'journal/read-claims': typeof import('../../src/journal/read-claims.js');
  'journal/resolve': typeof import('../../src/journal/resolve.js');
  'journal/rows': typeof import('../../src/journal/rows.js');
  'journal/recover': typeof import('../../src/journal/recover.js');
  'journal/settle': typeof import('../../src/journal/settle.js');
  'journal/state': typeof import('../../src/journal/state.js');
  'journal/verify': typeof import('../../src/journal/verify.js');
  'journal/initiate': typeof import('../../src/journal/initiate.js');
  'client/classify': typeof import('../../src/client/classify.js');
  'client/whole-lists': typeof import('../../src/client/whole-lists.js');
  'config/resolve': typeof import('../../src/config/resolve.js');
  'config/secrets': typeof import('../../src/config/secrets.js');
  'host/trust': typeof import('../../src/host/trust.js');
  'host/command': typeof import('../../src/host/command.js');
  'state/own-files': typeof import('../../src/state/own-files.js');
  'commands/batch/checkpoint': typeof import('../../src/commands/batch/checkpoint.js');
  'runtime/carry-out': typeof import('../../src/runtime/carry-out.js');
  'runtime/services': typeof import('../../src/runtime/services.js');
  'journal/fence': typeof import('../../src/journal/fence.js');
  'journal/history': typeof import('../../src/journal/history.js');
  'journal/transfer-record': typeof import('../../src/journal/transfer-record.js');
  'client/attempt': typeof import('../../src/client/attempt.js');
  'client/response': typeof import('../../src/client/response.js');
  'client/session': typeof import('../../src/client/session.js');
  'client/address': typeof import('../../src/client/address.js');
  'bank/path': typeof import('../../src/bank/path.js');
  'bank/reference': typeof import('../../src/bank/reference.js');
  'bank/transfer/records': typeof import('../../src/bank/transfer/records.js');
  'config/settings': typeof import('../../src/config/settings.js');
  'config/secret-sources': typeof import('../../src/config/secret-sources.js');
  'state/file-lock': typeof import('../../src/state/file-lock.js');
  'host/bulk': typeof import('../../src/host/bulk.js');
  'callbacks/stored': typeof import('../../src/callbacks/stored.js');
  'state/files/inbox': typeof import('../../src/state/files/inbox.js');
  'state/files/segments': typeof import('../../src/state/files/segments.js');
  'state/inbox': typeof import('../../src/state/inbox.js');
  'state/who': typeof import('../../src/state/who.js');
  'state/desk-event': typeof import('../../src/state/desk-event.js');
  'approvals/decide': typeof import('../../src/approvals/decide.js');
  'approvals/propose': typeof import('../../src/approvals/propose.js');
  'approvals/state': typeof import('../../src/approvals/state.js');
}

/** An exported function or number, and what stands in its place for all other modules that import it. */
export interface Fault {
  module: keyof Modules;
  name: string;
  /** Makes the replacement, which may call the real one. */
  from(real: unknown): unknown;
}

/** The functions, classes and numbers of a module: calls within the module itself stay sound. */
export type Exchangeable<Module> = {
  [Name in keyof Module]: Module[Name] extends
    | ((...values: never[]) => unknown)
    | (new (
        ...values: never[]
      ) => unknown)
    | number
    ? Name
    : never;
}[keyof Module] &
  string;
