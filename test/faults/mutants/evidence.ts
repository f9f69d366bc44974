import { AGREEMENT_MS } from '../../../src/journal/absence.js';
import { bug, type Mutant } from './mutant.js';

/** Of what inquiries, persons and time prove about a charge. */
export const EVIDENCE: readonly Mutant[] = [
  bug('"not found" counts at once')
    .breaks('absence proves nothing before its time')
    .in('journal/absence', 'absenceProof', (real) => (attempt, boot) => real(attempt, boot, 0)),
  bug('"not found" is taken for "failed"')
    .breaks('ends are true', 97)
    .in('journal/absence', 'absenceProof', (real) => (...about) => ({
      ...real(...about),
      proves: (_, { found }) => found === 'absent',
    })),
  bug('one inquiry is enough to prove absence')
    .breaks('absence takes two inquiries that agree')
    .in('journal/absence', 'absenceProof', (real) => (...about) => {
      const absence = real(...about);
      return {
        ...absence,
        proves: (known, next) =>
          absence.proves([...known, next], { ...next, up: (next.up ?? 0) + AGREEMENT_MS }),
      };
    }),
  bug('what the bank knew once counts as absent when it no longer does')
    .breaks('what the bank knew once is never absent')
    .in('journal/absence', 'absenceProof', (real) => (...about) => {
      const absence = real(...about);
      const absent = ({ found }: { found: string }) => found === 'absent';
      return {
        ...absence,
        proves: (known, next) => absent(next) && absence.proves(known.filter(absent), next),
      };
    }),
  bug('absence is timed by the clock that anyone can set')
    .breaks('a clock that is set brings no absence early')
    .in('journal/journal', 'stamp', (real) => (journal) => ({
      ...real(journal),
      up: journal.clock.now(),
    })),
  bug('the uptime of another boot is taken for that of this one')
    .breaks('a reboot starts the time of absence anew')
    .in('host/identity', 'isSameBoot', () => () => true),
  bug('"not found" counts whoever asks')
    .breaks('what strangers do not find proves nothing')
    .in('journal/claim', 'credentialsFingerprint', () => () => 'anyone'),
  bug('what proves nothing is taken for a success')
    .breaks('ends are true')
    .in('journal/inquiry', 'inquire', (real) => async (...question) => {
      const finding = await real(...question);
      if (finding.kind !== 'silent') return finding;
      return { ...finding, kind: 'status', status: { class: 'SUCCESS' } };
    }),
  bug('any "not found" is proof of absence')
    .breaks('"not found" that shows a record proves nothing')
    .in('journal/inquiry', 'inquire', (real) => async (...question) => {
      const finding = await real(...question);
      return finding.kind === 'doubtful' ? { ...finding, kind: 'absent' } : finding;
    }),
  bug('the word of a person counts where the bank cannot be asked')
    .breaks('nothing is sent on a word that the bank was not asked about')
    .in('journal/resolve', 'objectionTo', () => () => undefined),
  bug('recovery makes the call again instead of inquiring')
    .breaks('one effect for a reference')
    .in(
      'journal/inquiry',
      'inquire',
      (real) => (journal, access, operation, resolution, attempt, signal) => {
        const { caller, connection } = access;
        const again: typeof caller.call = (_, __, options) =>
          caller.call(operation, attempt.intent.input, options);
        const sending = { caller: { ...caller, call: again }, connection };
        return real(journal, sending, operation, resolution, attempt, signal);
      },
    ),
  bug('the word of a person outweighs the proof of the bank')
    .breaks('the proof of the bank outweighs the word of a person')
    .in('journal/state', 'strongestEvidence', (real) => (journal, attempt) => {
      const { intent, inquiries, settlement } = attempt;
      return real(journal, settlement ? { intent, inquiries, settlement } : attempt);
    }),
];
