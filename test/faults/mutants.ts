import type { Check } from './checks.js';
import type { Invariant } from './invariants.js';
import type { Edit } from './parts.js';

/** A bug, as an edit of the sources, and what finds it: an invariant of the simulation or a named check. */
export interface Mutant extends Edit {
  bug: string;
  caughtBy: { invariant: Invariant } | { check: Check };
}

const caught = (invariant: Invariant) => ({ invariant });
const checked = (check: Check) => ({ check });

export const MUTANTS: readonly Mutant[] = [
  {
    bug: 'the call is made before the intent is written',
    file: 'journal/charge.ts',
    find: 'const pen = addFile(journal, history, [intent]);',
    replace:
      'await request.caller.call(operation, input, { requestUId: intent.requestUId }); const pen = addFile(journal, history, [intent]);',
    caughtBy: caught('intent on disk before the first byte'),
  },
  {
    bug: 'a file is created without flushing it',
    file: 'host/disk.ts',
    find: '      writeAll(fd, bytes);\n      fsyncSync(fd);',
    replace: '      writeAll(fd, bytes);',
    caughtBy: checked('a new file and its directory are flushed'),
  },
  {
    bug: 'the name of a new file is not flushed',
    file: 'host/files.ts',
    find: `        try {
          syncDirectory(dirname(path));`,
    replace: `        try {
          dirname(path);`,
    caughtBy: checked('a new file and its directory are flushed'),
  },
  {
    bug: 'the claim is not exclusive',
    file: 'journal/store.ts',
    find: 'return journal.files.create(path, Buffer.from(text)) ? { path, tail } : undefined;',
    replace: 'journal.files.replace(path, Buffer.from(text)); return { path, tail };',
    caughtBy: caught('one effect for a reference'),
  },
  {
    bug: 'an end is not replayed but sent again',
    file: 'journal/charge.ts',
    find: '!mayRepeat(ground.state)',
    replace: "['in-flight', 'unknown', 'pending'].includes(ground.state)",
    caughtBy: caught('one effect for a reference'),
  },
  {
    bug: 'what is unknown is sent again',
    file: 'journal/state.ts',
    find: "['not-executed', 'settled-not-executed']",
    replace: "['not-executed', 'settled-not-executed', 'unknown']",
    caughtBy: caught('one effect for a reference'),
  },
  {
    bug: 'other contents are not noticed',
    file: 'journal/charge.ts',
    find: 'attempt.intent.contents !== claim.contents',
    replace: 'attempt.intent.contents === undefined',
    caughtBy: caught('other contents are refused'),
  },
  {
    bug: 'times that are made per call count as contents',
    file: 'journal/claim.ts',
    find: '!Object.hasOwn(operation.generated ?? {}, name)',
    replace: 'true',
    caughtBy: caught('an end is replayed without a request'),
  },
  {
    bug: 'the outcome is not written',
    file: 'journal/charge.ts',
    find: 'const written = write(journal, pen, ending);',
    replace: 'const written = write === undefined;',
    caughtBy: caught('outcome on disk before it is told'),
  },
  {
    bug: 'an outcome that cannot be written ends the run as if nothing was sent',
    file: 'journal/charge.ts',
    find: `    if (!(error instanceof PayctlError)) throw error;
    journal.warn(
      \`the outcome`,
    replace: `    throw error;
    journal.warn(
      \`the outcome`,
    caughtBy: caught('nothing was sent where it says so'),
  },
  {
    bug: 'an end that could not be written is remembered all the same',
    file: 'journal/charge.ts',
    find: 'if (written) remember(',
    replace: 'remember(',
    caughtBy: checked('a list shows no end that is not on disk'),
  },
  {
    bug: '"not found" counts at once',
    file: 'journal/absence.ts',
    find: 'origin + (absentAfterMs ?? Infinity)',
    replace: 'origin + 0 * (absentAfterMs ?? Infinity)',
    caughtBy: caught('ends are true'),
  },
  {
    bug: '"not found" is taken for "failed"',
    file: 'journal/conclude.ts',
    find: 'if (proven) return close(',
    replace: "if (finding.kind === 'absent') return close(",
    caughtBy: caught('ends are true'),
  },
  {
    bug: 'one inquiry is enough to prove absence',
    file: 'journal/absence.ts',
    find: '>= AGREEMENT_MS',
    replace: '>= 0',
    caughtBy: checked('absence takes two inquiries that agree'),
  },
  {
    bug: 'absence is timed by the clock that anyone can set',
    file: 'journal/journal.ts',
    find: 'up: uptime()',
    replace: 'up: journal.clock.now()',
    caughtBy: checked('a clock that is set brings no absence early'),
  },
  {
    bug: 'the uptime of another boot is taken for that of this one',
    file: 'journal/absence.ts',
    find: 'isSameBoot(by.boot, boot) ? up : undefined',
    replace: 'isSameBoot(by.boot, boot) ? up : up',
    caughtBy: checked('a reboot starts the time of absence anew'),
  },
  {
    bug: '"not found" counts whoever asks',
    file: 'journal/inquiry.ts',
    find: "judged.kind === 'absent' && strangers",
    replace: "judged.kind !== 'absent' && strangers && false",
    caughtBy: checked('what strangers do not find proves nothing'),
  },
  {
    bug: 'a claim whose first file is gone is made anew',
    file: 'journal/store.ts',
    find: 'const missing = Number.isFinite(newest) || hasLater(journal, history);',
    replace: 'const missing = Number.isFinite(newest);',
    caughtBy: checked('a gap in the files of a claim frees nothing'),
  },
  {
    bug: 'a dead owner is taken for a living one',
    file: 'journal/state.ts',
    find: "return owner === 'alive'",
    replace: 'return true',
    caughtBy: caught('the way back is found'),
  },
  {
    bug: 'a living owner is taken for a dead one',
    file: 'journal/state.ts',
    find: "return owner === 'alive'",
    replace: 'return false',
    caughtBy: checked('what is in flight elsewhere is a conflict'),
  },
  {
    bug: 'lines do not name the line before',
    file: 'journal/store.ts',
    find: 'prev: tail?.sum ?? ORIGIN }',
    replace: 'prev: ORIGIN }',
    caughtBy: caught('the chain is whole'),
  },
  {
    bug: 'what proves nothing is taken for a success',
    file: 'journal/inquiry.ts',
    find: 'if (standing) return',
    replace:
      "if (standing === undefined) return { kind: 'standing', standing: { class: 'SUCCESS' }, answer };\n  if (standing) return",
    caughtBy: caught('ends are true'),
  },
  {
    bug: 'delicate fields are written whole',
    file: 'journal/masking.ts',
    find: 'hidden ? textOf(item) : undefined',
    replace: "hidden && item === '' ? textOf(item) : undefined",
    caughtBy: caught('nothing personal on disk'),
  },
  {
    bug: 'recovery makes the call again instead of inquiring',
    file: 'journal/inquiry.ts',
    find: 'await caller.call(inquiry, input,',
    replace: 'await caller.call(operation, attempt.intent.input,',
    caughtBy: caught('one effect for a reference'),
  },
  {
    bug: 'a money call is repeated after a lost answer',
    file: 'client/retry.ts',
    find: "if (outcome.class === 'RATE_LIMITED') return true;",
    replace:
      "if (outcome.class === 'RATE_LIMITED' || outcome.class === 'OUTCOME_UNKNOWN') return true;",
    caughtBy: caught('one effect for a reference'),
  },
  {
    bug: 'a lost answer to a money call counts as not sent',
    file: 'client/verdict.ts',
    find: '  if (isFragile(operation)) return unknown(exchange, why);\n',
    replace: '',
    caughtBy: caught('outcomes are true'),
  },
  {
    bug: 'any refusal is answered with another token and the call again',
    file: 'client/caller.ts',
    find: "first.outcome.class === 'AUTH' && first.outcome.http?.status === 401",
    replace: "first.outcome.class !== 'SUCCESS'",
    caughtBy: caught('one effect for a reference'),
  },
  {
    bug: 'an answer about another call is believed',
    file: 'client/classify.ts',
    find: 'if (other !== undefined) return unusable',
    replace: 'if (other === null) return unusable',
    caughtBy: caught('outcomes are true'),
  },
  {
    bug: 'a payment in progress counts as paid',
    file: 'api/states.ts',
    find: "USERPAYING: 'PENDING'",
    replace: "USERPAYING: 'SUCCESS'",
    caughtBy: caught('outcomes are true'),
  },
  {
    bug: 'redirects are followed',
    file: 'client/transport-got.ts',
    find: 'followRedirect: false',
    replace: 'followRedirect: true',
    caughtBy: checked('a redirect is never followed'),
  },
  {
    bug: 'the token is not read again under the lock',
    file: 'config/token-store.ts',
    find: '      const theirs = settled();\n      if (theirs) return theirs;\n      const token = await obtained(grant, obtain);\n      shelf.keep(grant, token);',
    replace: '      const token = await obtained(grant, obtain);\n      shelf.keep(grant, token);',
    caughtBy: checked('one token call for all who find it expired'),
  },
  {
    bug: 'a refused refresh deletes the token, though another process has a newer one',
    file: 'config/token-store.ts',
    find: '      shelf.remember(grant, error);\n',
    replace: '      shelf.clear(grant);\n      shelf.remember(grant, error);\n',
    caughtBy: checked('a failed refresh leaves a newer token alone'),
  },
  {
    bug: 'an older token takes the place of a newer one',
    file: 'config/token-shelf.ts',
    find: '      if (newest && isNewer(newest, token)) return;\n',
    replace: '',
    caughtBy: checked('an older token never replaces a newer one'),
  },
];
