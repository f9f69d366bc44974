import { describe, expect, it } from 'vitest';
import { shownSetting } from '../../src/config/settings.js';

const SECRET = 'canary-secret-8841';

describe('an address as people see it', () => {
  const ADDRESSES = ['baseUrl', 'proxy', 'store'] as const;
  it.each([
    `https://u:${SECRET}@h:99999/d`,
    `postgres://u:${SECRET}/w@h,i/d`,
    `postgres://u:${SECRET}#w@h/d`,
    `postgres://u:1?${SECRET}@h/d`,
    `//u:${SECRET}@h/d`,
    `u:${SECRET}@h`,
    `htps://${SECRET}@h`,
    `host=h user=u password=${SECRET}`,
    `password='a ${SECRET}' host=h`,
    `u：${SECRET}＠h`,
    `https://u：${SECRET}＠h`,
    `postgres://u：${SECRET}＠h/d`,
    `postgres://u%3A${SECRET}@h/d`,
    `postgres://u%EF%BC%9A${SECRET}@h/d`,
    `postgres://me@u：${SECRET}＠h/d`,
    `postgres://me@u%3A${SECRET}%40h/d`,
    `postgres://me@u:1/${SECRET}@h`,
    `postgres://me@u:1/${SECRET}%EF%BC%A0h`,
    `postgres://me@h/d#${SECRET}`,
    `postgres://me@h/d?host=u:${SECRET}@h`,
    `postgres://me@h/d?host=u/${SECRET}`,
    `http://u:${SECRET}@h`,
    `http://u%3A${SECRET}@h:3128`,
    `http://u%${SECRET}@h:3128`,
    `http://u:1#${SECRET}@h`,
    `http://u:1/${SECRET}@h`,
    `http://u:1/${SECRET}%40h`,
    `http://u:1/${SECRET}＠h`,
    `http://u:1?${SECRET}@h`,
    SECRET,
  ])('shows nothing of a password: %s', (value) => {
    for (const name of ADDRESSES)
      expect(String(shownSetting(name, value)), name).not.toContain(SECRET);
  });

  it.each([
    ['baseUrl', 'https://bank.example:8443/v', 'https://bank.example:8443/v'],
    ['baseUrl', 'http://[::1]:8080/partners', 'http://[::1]:8080/partners'],
    ['baseUrl', 'http://bank.example', 'http://[redacted]'],
    ['baseUrl', 'bank.example', '(not an address)'],
    ['proxy', 'http://proxy.example:3128', 'http://proxy.example:3128'],
    ['proxy', 'http://me@proxy.example:3128/', 'http://me@proxy.example:3128/'],
    ['store', 'postgres://a%40b@[::1]:6432/d', 'postgres://a%40b@[::1]:6432/d'],
    ['store', 'postgres://shop@/pay?host=/run/pg', 'postgres://shop@/pay?host=/run/pg'],
    [
      'store',
      'postgres://shop@db_1/pay?sslmode=disable',
      'postgres://shop@db_1/pay?sslmode=disable',
    ],
    ['store', 'postgres://shop@bücher.example/pay', 'postgres://shop@bücher.example/pay'],
    ['store', 'postgres://shop@DB.example/pay', 'postgres://shop@DB.example/pay'],
    ['store', 'postgres://shop:w@db.example/pay', 'postgres://shop@db.example/pay'],
    ['store', 'postgres://shop@db.example', 'postgres://[redacted]'],
    ['companyId', 'user:word@h', 'user:word@h'],
  ] as const)('%s: %s is shown as %s', (name, value, shown) => {
    expect(String(shownSetting(name, value))).toBe(shown);
  });
});
