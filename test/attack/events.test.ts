import { expect, it } from 'vitest';
import { amongOthers, type Event } from '../../src/attack/events.js';

const event = (ms: number, what: Event['what'], detail = ''): Event => ({
  ...{ ms, from: 'bank', to: 'bank', what, detail },
});
const paid = event(5, 'pays', '1.00');
const others = [
  event(9, 'pays', '2.00'),
  event(4, 'clockMoves', '+3h'),
  event(1, 'endsTokens'),
  event(2, 'endsTokens'),
  event(3, 'forges', '1.00'),
  event(6, 'says', 'open'),
  event(7, 'failsAnswers', 'maintenance'),
];

it('shows among the events of an order what others met that concerns all', () => {
  const shown = amongOthers([paid], others, { isBroken: false });
  expect(shown.map(({ what, times, other }) => [what, times, other])).toEqual([
    ['endsTokens', 2, undefined],
    ['clockMoves', undefined, undefined],
    ['pays', undefined, undefined],
  ]);
});

it('shows what may have left the application unfit for any order as being of others', () => {
  const shown = amongOthers([paid], others, { isBroken: true });
  expect(shown.filter(({ other }) => other).map(({ what }) => what)).toEqual([
    'forges',
    'failsAnswers',
  ]);
});

it('shows slow answers about others, for which all may wait', () => {
  const slow = event(8, 'failsAnswers', 'slow');
  const shown = amongOthers([paid], [slow, ...others], { isBroken: false });
  expect(shown.filter(({ other }) => other)).toEqual([{ ...slow, other: true }]);
});
