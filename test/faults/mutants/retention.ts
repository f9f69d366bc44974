import type { Retirement } from '../../../src/state/claims.js';
import { bug, type Mutant } from './mutant.js';

function told(retirement: Retirement | undefined, change: (text: string) => string) {
  const text = retirement?.remains ?? '';
  return retirement && { ...retirement, remains: change(text) };
}

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
    .in('state/revision-heads', 'revisionHeads', () => () => ''),
  bug('what is left of a charge forgets what was charged')
    .breaks('an archived charge is neither sent again nor taken for another one')
    .in(
      'journal/retire',
      'planRetirement',
      (real) =>
        (...given) =>
          told(real(...given), (line) => line.replace(/"contents":"[0-9a-f]+"/, '"contents":""')),
    ),
  bug('what is left of a charge tells another end')
    .breaks('an archived charge is neither sent again nor taken for another one')
    .in(
      'journal/retire',
      'planRetirement',
      (real) =>
        (...given) =>
          told(real(...given), (line) => line.replace('"class":"SUCCESS"', '"class":"REJECTED"')),
    ),
  bug('a charge that may be made again is archived')
    .breaks('what may be made again is not archived')
    .in('journal/state', 'mayRepeat', () => () => false),
];
