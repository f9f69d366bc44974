import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** Calls that must compile, and one that must not. */
const USE = `
  const client = createClient({ baseUrl: 'https://bank.example', apiKey: 'key', apiSecret: 'secret' });
  const inquiry = { tranType: 'A', companyId: '12345', terminalId: '1', outTradeNo: 'SHOP1' } as const;
  const state: Promise<string | null | undefined> = client.ewallet.inquire(inquiry).then(({ data }) => data?.tradeState);
  const transport: Transport = {
    async send({ url, method, headers, body }, { signal }) {
      const answer = await fetch(url, { method, headers, body, signal });
      return { status: answer.status, headers: {}, body: new Uint8Array(await answer.arrayBuffer()) };
    },
    close: async () => {},
  };
  createClient({ baseUrl: 'https://bank.example', apiKey: 'key', apiSecret: 'secret', transport });
  void client.ewallet.inquire(inquiry, { signal: new AbortController().signal });
  // @ts-expect-error there is no such operation
  client.ewallet.teleport({});
  void state;
`;

let app: string;

/** An application that has installed what would be published, and nothing else. */
beforeAll(() => {
  app = mkdtempSync(join(tmpdir(), 'payctl-library-'));
  const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', app];
  const [{ filename }] = JSON.parse(spawn('npm', packing, ROOT));
  const installed = join(app, 'node_modules/payctl');
  mkdirSync(installed, { recursive: true });
  spawn('tar', ['-xzf', join(app, filename), '--strip-components=1', '-C', installed], app);
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) link(name);
  link('@types/node');
});

afterAll(() => rmSync(app, { recursive: true, force: true }));

function link(name: string): void {
  const place = join(app, 'node_modules', name);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules', name), place);
}

function spawn(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

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

  it.each([
    ['an ES module and a CommonJS one', 'nodenext', 'nodenext', ['use.mts', 'use.cts'], 'node'],
    ['them without the types of Node', 'nodenext', 'nodenext', ['use.mts', 'use.cts'], ''],
    ['a bundler', 'esnext', 'bundler', ['use.ts'], ''],
    ['an old CommonJS one', 'node16', 'node16', ['use.cts'], 'node'],
  ])('is typed for %s, down to its own files', (_name, module, resolution, files, types) => {
    for (const file of files) {
      writeFileSync(
        join(app, file),
        `import { createClient, type Transport } from 'payctl';${USE}`,
      );
    }
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const flags = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2022'];
    const modules = ['--module', module, '--moduleResolution', resolution];
    const { status, stdout } = node(tsc, ...flags, ...modules, '--types', types, ...files);
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });
});
