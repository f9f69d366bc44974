import { describe, expect, it } from 'vitest';
import {
  inClearProblem,
  isOnThisMachine,
  parseStoreAddress,
  shownHost,
  splitPassword,
  storeProblem,
} from '../../src/state/postgres/address.js';
import { libpqPassword } from '../../src/state/postgres/password.js';
import {
  checkSchema,
  OLDEST_SCHEMA,
  SCHEMA_VERSION,
} from '../../src/state/postgres/schema/version.js';
import { sql } from '../../src/state/postgres/sql.js';
import { fakeHost } from '../fixtures/fake-host.js';

describe('the address of the shared store', () => {
  it('verifies the server and encrypts unless it says otherwise', () => {
    const hosts = [{ host: 'db.example', port: 5432 }];
    const address = parseStoreAddress('postgres://shop@db.example/pay');
    expect(address).toMatchObject({ hosts, user: 'shop', database: 'pay', sslmode: 'verify-full' });
  });

  it('may be a socket, an IPv6 address, and hold what is escaped', () => {
    expect(parseStoreAddress('postgres://a@/d?host=/var/run/postgresql')).toMatchObject({
      hosts: [{ path: '/var/run/postgresql/.s.PGSQL.5432' }],
      sslmode: 'disable',
    });
    const escaped = { hosts: [{ host: '::1', port: 6432 }], user: 'a@b' };
    expect(parseStoreAddress('postgres://a%40b@[::1]:6432/d')).toMatchObject(escaped);
  });

  it.each([
    ['postgres://u@a,b:5433/d', 'a:5432 b:5433'],
    ['postgres://u@a:5433,[::1],c:1/d', 'a:5433 [::1]:5432 c:1'],
    ['postgres://u@/d?host=a,b&port=1,2', 'a:1 b:2'],
    ['postgres://u@/d?host=a,/run&port=7', 'a:7 /run/.s.PGSQL.7'],
  ])('may name several hosts: %s', (text, hosts) => {
    const address = parseStoreAddress(text);
    expect(address.hosts.map(shownHost).join(' ')).toBe(hosts);
    expect(address.sslmode).toBe('verify-full');
  });

  it('never shows its password', () => {
    expect(parseStoreAddress('postgres://a:s@h:1,i,j:2/d?sslmode=require').shown).toBe(
      'postgres://a@h:1,i,j:2/d?sslmode=require',
    );
    expect(splitPassword('postgres://a:s%40cret@h,i:2/d')).toEqual({
      address: 'postgres://a@h,i:2/d',
      password: 's@cret',
    });
    expect(parseStoreAddress('postgres://a:s%40cret@h/d').password).toBe('s@cret');
  });

  it('is on this machine by a name or a number of it, not by one that looks so', () => {
    for (const [host, expected] of [
      ['localhost', true],
      ['127.0.0.7', true],
      ['[::1]', true],
      ['127.example.com', false],
      ['127.0.0.1.example.com', false],
    ] as const) {
      const address = parseStoreAddress(`postgres://a@${host}/d?sslmode=disable`);
      expect(address.hosts.every(isOnThisMachine), host).toBe(expected);
    }
  });

  it.each([
    ['https://h/d', /must look like/],
    ['postgres://h/d', /no user/],
    ['postgres://a@h', /no database/],
    ['postgres://a@h,/d', /no host/],
    ['postgres://a@h:1,i:x/d', /no host/],
    ['postgres://a@/d?host=h,i,j&port=1,2', /port/],
    ['postgres://a@h/d?sslmode=prefer', /anyone on the way/],
    ['postgres://a@h/d?sslmode=allow', /anyone on the way/],
    ['postgres://a@h/d?sslmode=sometimes', /unknown sslmode/],
    ['postgres://a@h/d?options=-c', /unknown parameter/],
    ['postgres://a:1?hush@h/d', /^has an unknown parameter; known are sslmode/],
    ['postgres://a@h/d?port=70000', /port/],
  ])('%s is refused', (text, why) => {
    expect(String(storeProblem(text))).toMatch(why);
  });

  it.each([
    ['postgres://a@127.0.0.1/d?sslmode=disable', 'live', true],
    ['postgres://a@localhost/d?sslmode=disable', 'live', true],
    ['postgres://a@db.example/d?sslmode=disable', 'test', true],
    ['postgres://a@db.example/d?sslmode=disable', 'live', false],
    ['postgres://a@localhost,db.example/d?sslmode=disable', 'live', false],
    ['postgres://a@db.example/d?sslmode=require', 'live', true],
  ] as const)('%s in the environment %s: %s', (text, environment, allowed) => {
    expect(inClearProblem(parseStoreAddress(text), environment) === undefined).toBe(allowed);
  });
});

describe('the password that libpq knows', () => {
  const address = parseStoreAddress('postgres://shop@db.example:5433/pay');
  const at = { host: 'db.example', port: 5433 };
  const inFile = (text: string, { mode = 0o600, of = address } = {}) => {
    const host = fakeHost({ files: { '/home/tester/.pgpass': text } });
    host.files.chmod('/home/tester/.pgpass', mode);
    return libpqPassword(host, of, of.hosts[0] ?? at);
  };

  it('is that of the variable before that of the file', () => {
    const files = { '/home/tester/.pgpass': '*:*:*:*:f\n' };
    expect(libpqPassword(fakeHost({ env: { PGPASSWORD: 'v' }, files }), address, at)).toBe('v');
  });

  it('is that of the first line that fits', () => {
    expect(inFile('# me\nother:5433:pay:shop:a\ndb.example:*:pay:shop:b\n*:*:*:*:c\n')).toBe('b');
    expect(inFile('db.example:5433:pay:shop:a\\:b\\\\c:d\n')).toBe('a:b\\c:d');
    expect(inFile('db.example:5433:pay:other:a\n')).toBeUndefined();
  });

  it('is that of the directory of a socket, or of localhost', () => {
    const of = parseStoreAddress('postgres://shop@/pay?host=/run/pg');
    expect(inFile('/run/pg:5432:pay:shop:a\n', { of })).toBe('a');
    expect(inFile('localhost:5432:pay:shop:b\n', { of })).toBe('b');
    expect(inFile('/run/other:5432:pay:shop:c\n', { of })).toBeUndefined();
  });

  it('is none where others can read the file', () => {
    expect(inFile('*:*:*:*:c\n', { mode: 0o644 })).toBeUndefined();
  });
});

describe('a statement', () => {
  it('quotes its values whatever they hold', () => {
    const nasty = `'; DROP TABLE payctl.entry; -- \\' \0`;
    expect(sql`SELECT ${nasty}`.text).toBe(
      `SELECT  E'''; DROP TABLE payctl.entry; -- \\\\'' \u2400'`,
    );
    expect(sql`${Buffer.from([0, 255])} ${-1} ${null} ${true} ${['a', "b'"]}`.text).toBe(
      `E'\\\\x00ff'::bytea (-1) NULL true ARRAY['a', 'b''']::text[]`,
    );
  });
});

describe('a schema', () => {
  const fits = (schema: number, oldest: string, program: string) => {
    try {
      checkSchema(schema, oldest, program);
      return true;
    } catch {
      return false;
    }
  };

  it('serves this version and the one after', () => {
    const now = SCHEMA_VERSION;
    const versions = [0, OLDEST_SCHEMA - 1, OLDEST_SCHEMA, now, now + 1, now + 2];
    const served = versions.map((schema) => fits(schema, '0.1.0', '0.1.0'));
    expect(served).toEqual([false, false, true, true, true, false]);
  });

  it('names the oldest program that may use it', () => {
    expect(fits(SCHEMA_VERSION, '0.2.0', '0.1.9')).toBe(false);
    expect(fits(SCHEMA_VERSION, '0.2.0', '0.2.0-rc.1')).toBe(true);
    expect(fits(SCHEMA_VERSION, '0.2.0', '0.10.0')).toBe(true);
    expect(fits(SCHEMA_VERSION, '0.2.0', '1.0.0')).toBe(true);
  });
});
