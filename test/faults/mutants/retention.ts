import { isJsonObject } from '../../../src/core/json.js';
import { bug, type Mutant } from './mutant.js';

/** Of charges whose lines leave the journal. */
export const RETENTION: readonly Mutant[] = [
  bug('charges leave before their archive is flushed')
    .breaks('an archive is on disk before a line leaves the journal')
    .in('journal/archive', 'archive', (real) => (journal, request) => {
      const { file } = request;
      return real(journal, { ...request, file: { ...file, flush: () => undefined } });
    }),
  bug('a charge leaves though a line was added to it')
    .breaks('a charge that changed after it was archived stays')
    .in('state/heads', 'headsOf', () => () => ''),
  bug('what is left of a charge forgets what was charged')
    .breaks('an archived charge is neither sent again nor taken for another one')
    .in('journal/retire', 'retirementOf', (real) => (...given) => {
      const retirement = real(...given);
      const [intent, ...lines] = retirement?.lines ?? [];
      return retirement && { ...retirement, lines: [{ ...intent, contents: '' }, ...lines] };
    }),
  bug('what is left of a charge forgets how it ended')
    .breaks('an archived charge is neither sent again nor taken for another one')
    .in('journal/retire', 'retirementOf', (real) => (...given) => {
      const retirement = real(...given);
      const [intent = {}, ending = {}, ...lines] = retirement?.lines ?? [];
      const { outcome } = ending;
      if (!retirement || !isJsonObject(outcome)) return retirement;
      const other = { ...outcome, class: 'REJECTED' };
      return { ...retirement, lines: [intent, { ...ending, outcome: other }, ...lines] };
    }),
  bug('a charge that may be made again is archived')
    .breaks('what may be made again is not archived')
    .in('journal/state', 'mayRepeat', () => () => false),
];
