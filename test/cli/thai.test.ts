import { expect, it } from 'vitest';
import { NOWHERE, payctl } from './payctl.js';

it('Thai is spoken of what is wrong with a command line, its input and its settings', async () => {
  const lines = [
    'tokn --lang th',
    'token status --lang th --rwa',
    '--sandbox ewallet inquire ABC1 --lang th --timeout soon',
    '--sandbox --lang th ewallet inquire A/B',
    '--lang th -p shop ewallet inquire ABC1',
    '--lang th journal show ABC1',
    '--lang th listen --forward-to http://bank.example/',
  ];
  const told: string[] = [];
  for (const line of lines) told.push((await payctl(line, { env: NOWHERE })).stderr);
  expect(told.join('')).toMatchInlineSnapshot();
});
