import { describe, expect, it } from 'vitest';
import { colourLevel } from '../../../src/format/style.js';

const terminal = { isTTY: true };
const pipe = { isTTY: false };

describe('colours', () => {
  it.each([
    ['a terminal', terminal, {}, true, 1],
    ['a pipe', pipe, {}, true, 0],
    ['NO_COLOR', terminal, { NO_COLOR: '1' }, true, 0],
    ['an empty NO_COLOR', terminal, { NO_COLOR: '' }, true, 1],
    ['FORCE_COLOR in a pipe', pipe, { FORCE_COLOR: '1' }, true, 1],
    ['FORCE_COLOR=3', pipe, { FORCE_COLOR: '3' }, true, 3],
    ['FORCE_COLOR=0', terminal, { FORCE_COLOR: '0' }, true, 0],
    ['FORCE_COLOR beside NO_COLOR', pipe, { FORCE_COLOR: '1', NO_COLOR: '1' }, true, 1],
    ['a dumb terminal', terminal, { TERM: 'dumb' }, true, 0],
    ['--no-color', terminal, { FORCE_COLOR: '1' }, false, 0],
  ] as const)('with %s', (_, stream, env, wanted, level) => {
    expect(colourLevel(stream, env, wanted)).toBe(level);
  });
});
