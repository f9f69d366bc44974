import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { payctl, phrase, shell } from '../../src/core/command-line.js';
import { speaker } from '../../src/core/message.js';
import { sentenceLines, unbreakable } from '../../src/format/width.js';
import { settleHint } from '../../src/journal/answers.js';

const onShop = speaker({ reader: 'terminal', connection: { profile: 'shop' } });
const onSandbox = speaker({ reader: 'terminal', connection: { sandbox: true } });

/** The words that a shell makes of a line. */
function wordsIn(line: string): string[] {
  const show = `set -- ${line}; for word; do printf '%s\\0' "$word"; done`;
  return execFileSync('sh', ['-c', show], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

it('names the profile of the run where the command has one', () => {
  expect(onShop(payctl`journal list`)).toBe('payctl -p shop journal list');
  expect(onShop(payctl.withoutProfile`help changes`)).toBe('payctl help changes');
  expect(onShop(payctl.on('till')`config get store`)).toBe('payctl -p till config get store');
  expect(onShop(shell`chmod 600 ${'a b'}`)).toBe("chmod 600 'a b'");
});

it('changes no setting of the sandbox, which are built in', () => {
  const command = payctl.ofSettings`config set ca FILE`;
  expect(onSandbox(command)).toBe('payctl config set ca FILE');
  expect(onShop(command)).toBe('payctl -p shop config set ca FILE');
});

it('is one word for each value, whatever it holds, also in a sentence of a narrow terminal', () => {
  const reference = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(reference, (value) => {
      const wide = speaker({ reader: 'terminal', showCommand: unbreakable });
      const said = wide(phrase`see ${payctl`journal show ${value}`}`);
      const line = sentenceLines(said, 12).find((one) => one.startsWith('payctl')) ?? '';
      expect(wordsIn(line)).toEqual(['payctl', 'journal', 'show', value]);
    }),
    { numRuns: 30 },
  );
});

it('keeps the no-break space of a name', () => {
  const path = '/no\u00a0pe/x.png';
  const [line = ''] = sentenceLines(onShop(shell`mkdir -p ${path}`), 80);
  expect(wordsIn(line)).toEqual(['mkdir', '-p', path]);
});

it('settles the charge of a reference with blanks and quotes', () => {
  const intent = { reference: "BP 1's" };
  const hint = onShop(settleHint({ intent }));
  expect(wordsIn(hint.replaceAll('|', '_')).slice(0, 6)).toEqual([
    ...['payctl', '-p', 'shop', 'journal', 'settle', "BP 1's"],
  ]);
});
