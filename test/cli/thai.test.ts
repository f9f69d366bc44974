import { expect, it } from 'vitest';
import { NOWHERE, payctl } from './payctl.js';

it.each([
  ['a command that is not there', 'tokn --lang th'],
  ['an option that is not there', 'token status --lang th --rwa'],
  ['a value that is wrong', '--sandbox ewallet inquire ABC1 --lang th --timeout soon'],
  ['input with problems', '--sandbox --lang th ewallet inquire A/B'],
  ['a charge that the journal does not have', '--lang th journal show ABC1'],
  ['a connection that is not set up', '--lang th ewallet inquire ABC1'],
])('Thai is spoken of %s', async (_, line) => {
  const { stderr } = await payctl(line.split(' '), NOWHERE);
  expect(stderr).toMatchInlineSnapshot();
});
