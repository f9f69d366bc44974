import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Session } from '../../src/console/session.js';
import { fakeHost } from '../fixtures/fake-host.js';

const opened = () => new Session(fakeHost());
const keyOf = ({ link }: Session) =>
  new URL(link, 'http://localhost').searchParams.get('key') ?? '';

describe('a session', () => {
  it('is opened by its own key, once', () => {
    const session = opened();
    const key = keyOf(session);
    fc.assert(fc.property(fc.string(), (wrong) => !session.exchange(wrong)));
    const cookie = session.exchange(key)?.split(';')[0] ?? '';
    expect(session.isOpen(cookie)).toBe(true);
    expect(session.isOpen(`a=1; ${cookie}; b=2`)).toBe(true);
    expect(session.exchange(key)).toBeUndefined();
    expect(cookie).not.toContain(key);
  });

  it('names in a command line neither its pages nor the path of its cookie', () => {
    const session = opened();
    const url = (link: string) => new URL(link, 'http://localhost');
    expect(session.openLink).not.toContain(session.base);
    const keys = [session.link, session.openLink].map((link) => session.keyIn(url(link)));
    expect(keys).toEqual([keyOf(session), keyOf(session)]);
    expect(session.keyIn(url(`/?key=${keyOf(session)}`))).toBeNull();
    expect(session.exchange(keyOf(session))).toContain(`; Path=${session.base};`);
  });

  it('knows no other cookie, and a token for its own path alone', () => {
    const session = opened();
    const cookie = session.exchange(keyOf(session))?.split(';')[0] ?? '';
    const [name] = cookie.split('=');
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(session.isOpen(`${name}=${text}`)).toBe(false);
        expect(session.isToken(text, '/refund')).toBe(false);
      }),
    );
    expect(session.isOpen(undefined)).toBe(false);
    expect(session.isToken(session.token('/refund'), '/refund')).toBe(true);
    expect(session.isToken(session.token('/slip'), '/refund')).toBe(false);
    expect(session.isToken(undefined, '/refund')).toBe(false);
  });

  it('shares nothing with another one', () => {
    const host = fakeHost();
    const [one, other] = [new Session(host), new Session(host)];
    expect(keyOf(one)).not.toBe(keyOf(other));
    expect(one.token('/')).not.toBe(other.token('/'));
    expect(other.isOpen(one.exchange(keyOf(one))?.split(';')[0])).toBe(false);
  });
});
