import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Sealer, StoreKey, sealingKeyId } from '../../src/state/seal.js';
import { fakeHost } from '../fixtures/fake-host.js';

const { random } = fakeHost();
const [first, second] = [1, 2].map((byte) => new StoreKey(Buffer.alloc(32, byte)));
if (first === undefined || second === undefined) throw new Error('no keys');
const ABOUT = { bank: 'https://bank.example', name: 'entry/a/1' };

describe('a sealed value', () => {
  it('opens as it was, with the id of its key in front', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), fc.string(), (bytes, bank, name) => {
        const sealer = new Sealer(random, first);
        const sealed = sealer.seal({ bank, name }, bytes);
        expect(sealingKeyId(sealed)).toBe(first.id);
        expect(sealer.open({ bank, name }, sealed)).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it('opens neither changed nor in another place, nor with another key', () => {
    const sealer = new Sealer(random, first);
    const sealed = sealer.seal(ABOUT, Buffer.from('250.00'));
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const changed = Buffer.from(sealed);
        changed[at] = (changed[at] ?? 0) ^ flip;
        expect(() => sealer.open(ABOUT, changed)).toThrow(/sealed/);
      }),
    );
    expect(() => sealer.open({ ...ABOUT, name: 'entry/a/2' }, sealed)).toThrow(/moved/);
    expect(() => sealer.open({ ...ABOUT, bank: 'https://other.example' }, sealed)).toThrow(/moved/);
    expect(() => new Sealer(random, second).open(ABOUT, sealed)).toThrow(/another key/);
  });

  it('is sealed with the key that the store prefers, and opened with both', () => {
    const sealer = new Sealer(random, first, [second]);
    const before = sealer.seal(ABOUT, Buffer.from('x'));
    sealer.prefer(second.id);
    expect(sealingKeyId(sealer.seal(ABOUT, Buffer.from('x')))).toBe(second.id);
    expect(sealer.open(ABOUT, before).toString()).toBe('x');
  });

  it.each([
    '',
    'short',
    'A'.repeat(44),
    `${'A'.repeat(42)}!=`,
    Buffer.alloc(31).toString('base64'),
  ])('takes no key of %j', (text) => expect(StoreKey.parse(text)).toBeUndefined());

  it('has keys that are read as they are printed, and are never shown', () => {
    const text = StoreKey.text(random);
    const key = StoreKey.parse(`${text}\n`);
    expect(key?.id).toMatch(/^[0-9a-f]{16}$/);
    expect(JSON.stringify(key)).not.toContain(text.slice(0, 8));
  });
});
