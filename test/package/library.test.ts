import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** Calls that must compile, and one that must not. */
const USE = `
  const client = createClient({ baseUrl: 'https://bank.example', apiKey: 'key', apiSecret: 'secret' });
  const inquiry = { tranType: 'A', companyId: '12345', terminalId: '1', outTradeNo: 'SHOP1' } as const;
  const state: Promise<string | null | undefined> = client.ewallet.inquire(inquiry).then(({ data }) => data?.tradeState);
  // @ts-expect-error there is no such operation
  client.ewallet.teleport({});
  void state;
`;

let app: string;

beforeAll(() => {
  app = mkdtempSync(join(tmpdir(), 'payctl-library-'));
  mkdirSync(join(app, 'node_modules/@types'), { recursive: true });
  symlinkSync(ROOT, join(app, 'node_modules/payctl'));
  symlinkSync(join(ROOT, 'node_modules/@types/node'), join(app, 'node_modules/@types/node'));
});

afterAll(() => rmSync(app, { recursive: true, force: true }));

function node(...args: string[]) {
  return spawnSync(process.execPath, args, { cwd: app, encoding: 'utf8' });
}

describe('the library', () => {
  it('is there for require and for import', () => {
    const show = 'process.stdout.write(typeof createClient)';
    const required = node('-e', `const { createClient } = require('payctl'); ${show}`);
    expect(required).toMatchObject({ status: 0, stdout: 'function' });
    const module = `import { createClient } from 'payctl'; ${show}`;
    expect(node('--input-type=module', '-e', module)).toMatchObject({
      status: 0,
      stdout: 'function',
    });
  });

  it('is typed for both, without settings of ours', () => {
    const line = `import { createClient } from 'payctl';${USE}`;
    writeFileSync(join(app, 'use.mts'), line);
    writeFileSync(join(app, 'use.cts'), line);
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022'];
    const { status, stdout } = node(tsc, ...flags, '--types', 'node', 'use.mts', 'use.cts');
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });
});
