import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { sha256 } from '../../src/core/hash.js';
import { inProcess } from '../fixtures/served-bank.js';

const { machine } = await inProcess();
let payload: string;

beforeAll(async () => {
  const create = '--sandbox qr create --ref1 ORDER1 --amount 50.00 -o json -q data.qrRawData';
  payload = JSON.parse((await machine.payctl(create)).stdout);
  await machine.payctl(['sandbox', 'pay', payload, '--slip', 'slip-of-somchai.png']);
});

const read = (name: string) => readFileSync(join(machine.home, name), 'utf8');

it('writes a page that stands alone, with the picture left out by its SHA-256', async () => {
  const words = '--sandbox --lang th investigate slip-of-somchai.png --report case.html -o json';
  const { stdout, stderr, code } = await machine.payctl(words);
  expect(code, stderr).toBe(0);
  const page = read('case.html');
  expect(page).toMatch(/^<!DOCTYPE html>\n<html lang="th">[\s\S]*<title>[\s\S]*<svg /);
  const picture = readFileSync(join(machine.home, 'slip-of-somchai.png'));
  expect(page).toContain(sha256(picture));
  // Its font comes along, and not much more.
  expect(page.match(/font\/woff2;base64,/g)).toHaveLength(4);
  expect(page.length).toBeLessThan(110_000);
  expect(page).not.toContain('somchai');
  expect(page).not.toContain(JSON.parse(stdout).id);
  expect(page).toMatch(/ 25[67][0-9] [0-9]{2}:/);
  expect(page).not.toMatch(/<script|<form|src="(?!data:)|href="(?!#)/);
});

it('writes it whatever the verdict, of several ids with an index', async () => {
  const ids = { input: 'ORDER1\nNOBODY1\n' };
  const { code, stderr } = await machine.payctl('--sandbox investigate - --report all.html', ids);
  expect(code, stderr).toBe(11);
  const page = read('all.html');
  expect(page).toContain('<html lang="en">');
  expect([...page.matchAll(/href="#/g)]).toHaveLength(2);
  expect(page).toContain('Not found');
});

it('refuses a page that cannot be written before anything is asked', async () => {
  const { code } = await machine.payctl('--sandbox investigate ORDER1 --report none/x.html');
  expect(code).toBe(2);
  expect(existsSync(join(machine.home, 'none'))).toBe(false);
});
