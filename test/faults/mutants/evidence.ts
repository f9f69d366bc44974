import { AGREEMENT_MS } from '../../../src/journal/absence.js';
import { fault } from '../modules.js';
import { caught, checked, type Mutant } from './mutant.js';

/** Of what inquiries, persons and time prove about a charge. */
export const EVIDENCE: readonly Mutant[] = [
  {
    bug: '"not found" counts at once',
    fault: fault('journal/absence', 'absenceOf', (real) => (attempt, boot) => {
      return real(attempt, boot, 0);
    }),
    caughtBy: checked('absence proves nothing before its time'),
  },
  {
    bug: '"not found" is taken for "failed"',
    fault: fault('journal/absence', 'absenceOf', (real) => (...about) => {
      return { ...real(...about), proves: (_, { found }) => found === 'absent' };
    }),
    caughtBy: caught('ends are true'),
  },
  {
    bug: 'one inquiry is enough to prove absence',
    fault: fault('journal/absence', 'absenceOf', (real) => (...about) => {
      const absence = real(...about);
      return {
        ...absence,
        proves: (known, next) =>
          absence.proves([...known, next], { ...next, up: (next.up ?? 0) + AGREEMENT_MS }),
      };
    }),
    caughtBy: checked('absence takes two inquiries that agree'),
  },
  {
    bug: 'what the bank knew once counts as absent when it no longer does',
    fault: fault('journal/absence', 'absenceOf', (real) => (...about) => {
      const absence = real(...about);
      const absent = ({ found }: { found: string }) => found === 'absent';
      return {
        ...absence,
        proves: (known, next) => absent(next) && absence.proves(known.filter(absent), next),
      };
    }),
    caughtBy: checked('what the bank knew once is never absent'),
  },
  {
    bug: 'absence is timed by the clock that anyone can set',
    fault: fault('journal/journal', 'stamp', (real) => (journal) => {
      return { ...real(journal), up: journal.clock.now() };
    }),
    caughtBy: checked('a clock that is set brings no absence early'),
  },
  {
    bug: 'the uptime of another boot is taken for that of this one',
    fault: fault('host/identity', 'isSameBoot', () => () => true),
    caughtBy: checked('a reboot starts the time of absence anew'),
  },
  {
    bug: '"not found" counts whoever asks',
    fault: fault('journal/claim', 'credentialsOf', () => () => 'anyone'),
    caughtBy: checked('what strangers do not find proves nothing'),
  },
  {
    bug: 'what proves nothing is taken for a success',
    fault: fault('journal/inquiry', 'inquire', (real) => async (...question) => {
      const finding = await real(...question);
      if (finding.kind !== 'silent') return finding;
      return { ...finding, kind: 'standing', standing: { class: 'SUCCESS' } };
    }),
    caughtBy: caught('ends are true'),
  },
  {
    bug: 'recovery makes the call again instead of inquiring',
    fault: fault(
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
    caughtBy: caught('one effect for a reference'),
  },
  {
    bug: 'the word of a person outweighs the proof of the bank',
    fault: fault('journal/state', 'evidenceOf', (real) => (journal, attempt) => {
      const { intent, inquiries, settlement } = attempt;
      return real(journal, settlement ? { intent, inquiries, settlement } : attempt);
    }),
    caughtBy: checked('the proof of the bank outweighs the word of a person'),
  },
];
