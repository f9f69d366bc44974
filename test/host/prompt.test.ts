import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { confirm, input, password, select } from '../../src/host/prompt.js';
import { fakeHost } from '../fixtures/fake-host.js';

/** A terminal at which a person types `keys` once the question is there. */
function terminal(...keys: string[]) {
  const output = new PassThrough();
  const stdin = new PassThrough();
  let shown = '';
  output.on('data', (part: Buffer) => {
    shown += part.toString();
    const key = keys.shift();
    if (key !== undefined) setImmediate(() => stdin.write(key));
  });
  return { input: stdin, output, shown: () => stripVTControlCharacters(shown) };
}

const host = fakeHost({ tty: true });
const CTRL_C = '\u0003';

describe('prompts', () => {
  it('count only yes as yes', async () => {
    expect(await confirm(host, 'Pay 100.00?', {}, terminal('y\r'))).toBe(true);
    expect(await confirm(host, 'Pay 100.00?', {}, terminal('n\r'))).toBe(false);
    expect(await confirm(host, 'Pay 100.00?', {}, terminal('\r'))).toBe(false);
  });

  it('read a line, or take what is proposed', async () => {
    expect(await input(host, 'Company id', {}, terminal('00100\r'))).toBe('00100');
    expect(await input(host, 'Company id', { default: '1' }, terminal('\r'))).toBe('1');
  });

  it('ask again until the text is right', async () => {
    const screen = terminal('x\r', '\u007f1\r');
    const check = (text: string) => (text === '1' ? undefined : 'must be 1');
    expect(await input(host, 'Digit', { check }, screen)).toBe('1');
    expect(screen.shown()).toContain('must be 1');
  });

  it('do not show a password', async () => {
    const screen = terminal('canary\r');
    expect(await password(host, 'Secret', {}, screen)).toBe('canary');
    expect(screen.shown()).not.toContain('canary');
  });

  it('give the value of the choice', async () => {
    const choices = [
      { name: 'Test environment', value: 'test' },
      { name: 'Live', value: 'live' },
    ];
    expect(await select(host, 'Which?', choices, {}, terminal('\u001b[B\r'))).toBe('live');
  });

  it('end as interrupted at ctrl-C and at a signal', async () => {
    const interrupted = { exitClass: 'INTERRUPTED' };
    await expect(confirm(host, 'Pay?', {}, terminal(CTRL_C))).rejects.toMatchObject(interrupted);
    const { signal } = { signal: AbortSignal.abort() };
    await expect(input(host, 'Name', { signal }, terminal())).rejects.toMatchObject(interrupted);
  });

  it('refuse to ask without a terminal', async () => {
    await expect(confirm(fakeHost(), 'Pay?')).rejects.toMatchObject({ exitClass: 'USAGE' });
  });
});
