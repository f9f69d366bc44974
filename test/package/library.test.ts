import { execFile, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

/** Calls that must compile, and some that must not. */
const USE = `
  import { type ChargeId, createClient, createPayments, type Transport } from 'payctl';
  import { decode } from 'payctl/qr';
  import { startBank } from 'payctl/testing';
  const connection = { baseUrl: 'https://bank.example', apiKey: 'key', apiSecret: 'secret' };
  const client = createClient(connection);
  const inquiry = { tranType: 'A', companyId: '12345', terminalId: '1', outTradeNo: 'SHOP1' } as const;
  const state: Promise<string | null | undefined> = client.ewallet.inquire(inquiry).then(({ data }) => data?.tradeState);
  const transport: Transport = {
    async send({ url, method, headers, body }, { signal }) {
      const answer = await fetch(url, { method, headers, body, signal });
      return { status: answer.status, headers: {}, body: new Uint8Array(await answer.arrayBuffer()) };
    },
    close: async () => {},
  };
  createClient({ ...connection, transport });
  void client.ewallet.inquire(inquiry, { signal: new AbortController().signal });
  // @ts-expect-error there is no such operation
  client.ewallet.teleport({});
  // @ts-expect-error a misspelt field
  client.ewallet.inquire({ ...inquiry, outTradeNumber: 'SHOP1' });
  void client.ewallet.inquire(inquiry, { extra: { outTradeNumber: 'SHOP1' } });
  void state;
  export async function pay(): Promise<string | null | undefined> {
    const bank = await startBank();
    const payments = await createPayments({ ...bank.settings, stateDir: '/srv/journal' });
    const fields = { tranType: 'W', outTradeNo: 'A1', totalFee: '1.00', buyerIdentityCode: '1' } as const;
    const { data } = await payments.charge('ewallet.pay', fields, { waitMs: 0, extra: { shop: 'S' } });
    // What settings fill in may be left out, nested too.
    const name = { type: 'MSISDN', value: '0800000000' };
    void payments.create('transfer.creditInitiate', {
      payer: {}, payee: { proxy: name }, tranAmount: { amount: '1.00', currency: 'THB' },
    });
    // @ts-expect-error a misspelt field
    void payments.charge('ewallet.pay', { ...fields, totalFees: '1.00' });
    // @ts-expect-error a misspelt nested field
    void payments.create('deeplink.create', { billPayment: { ref: 'A' } });
    // @ts-expect-error the amount is missing
    void payments.refund('ewallet.refund', { tranType: 'W', outTradeNo: 'A1' });
    // @ts-expect-error it can move money
    void payments.inquire('ewallet.pay', fields);
    // @ts-expect-error it only reads
    const id: ChargeId = 'ewallet.inquire';
    // @ts-expect-error there is no such setting
    void createPayments({ ...connection, apiSecrets: 'x' });
    void [id, decode('')];
    return data?.tradeState;
  }
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
  link('@libsql');
  link('@types/node');
  for (const name of ['use.mts', 'use.cts', 'use.ts']) writeFileSync(join(app, name), USE);
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

/** With one thread, and its memory seldom cleared, the compiler takes half of the processor time. */
function tsc(...args: string[]) {
  const env = { ...process.env, GOGC: '400' };
  const words = [TSC, '--singleThreaded', ...args];
  return spawnSync(process.execPath, words, { cwd: app, encoding: 'utf8', env });
}

/** Compiles files of the application, and all that they name down to the library's own files. */
function compile(flags: readonly string[], files: readonly string[]): void {
  const strict = ['--strict', '--skipLibCheck', 'false', '--target', 'es2022'];
  const { status, stdout } = tsc(...strict, ...flags, ...files);
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
}

describe('the library', () => {
  it.each([
    ['payctl', 'createPayments, createClient, decode'],
    ['payctl/qr', 'decode, lint, writeThaiQr, writeSlip'],
    ['payctl/testing', 'startBank'],
  ])('%s is there for require and for import', (entry, names) => {
    const show = `console.log([${names}].every((one) => typeof one === 'function'))`;
    const required = node('-e', `const { ${names} } = require('${entry}'); ${show}`);
    expect(required).toMatchObject({ status: 0, stdout: 'true\n' });
    const module = `import { ${names} } from '${entry}'; ${show}`;
    const imported = node('--input-type=module', '-e', module);
    expect(imported).toMatchObject({ status: 0, stdout: 'true\n' });
  });

  it.each([
    ['modules without the types of Node', 'nodenext', 'nodenext', ['use.mts', 'use.cts'], ''],
    ['a bundler', 'esnext', 'bundler', ['use.ts'], ''],
    ['an old CommonJS one', 'node16', 'node16', ['use.cts'], 'node'],
  ])('is typed for %s, down to its own files', (_name, module, resolution, files, types) => {
    const modules = ['--module', module, '--moduleResolution', resolution];
    compile(['--noEmit', ...modules, '--types', types], files);
  });
});

/** Parts of the program itself; the recipes have a test of their own. */
const ELSEWHERE = ['architecture.md', 'sandbox-recipes.md'];

/** Whatever language of the fence a compiler would take: none is left out by its spelling. */
function blocksOf(page: string): { name: string; code: string }[] {
  const fence = /^```(?:[cm]?[jt]sx?|typescript|javascript)\b[^\n]*\n(.*?)^```/gms;
  const blocks = readFileSync(join(ROOT, page), 'utf8').matchAll(fence);
  return [...blocks].map(([, code = ''], at) => ({
    name: `${basename(page, '.md')}-${at + 1}`,
    code,
  }));
}

it('the parts of the program in docs/architecture.md compile where they say', () => {
  const parts = blocksOf('docs/architecture.md').map(({ name, code }) => {
    const [, place = ''] = /^\/\/ (src\/\S+\.ts)\n/.exec(code) ?? [];
    expect(existsSync(join(ROOT, place)) && place, code).toBeTruthy();
    const absolute = (path: string) => resolve(ROOT, dirname(place), path);
    const file = `${name}.ts`;
    const text = code.replace(/ from '(\..*?)'/g, (_, path: string) => ` from '${absolute(path)}'`);
    writeFileSync(join(app, file), text);
    return file;
  });
  expect(parts.length).toBeGreaterThan(0);
  const modules = ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2023'];
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--types', 'node'];
  const { stdout } = tsc(...flags, ...modules, '--resolveJsonModule', ...parts);
  // What the modules of the program need beside this is not there.
  const wrong = stdout.split('\n').filter((line) => parts.some((part) => line.startsWith(part)));
  expect(wrong).toEqual([]);
});

describe('the programs of the documents', () => {
  const pages = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
  const programs = ['README.md', ...pages.map((page) => `docs/${page}`)]
    .filter((page) => !ELSEWHERE.includes(basename(page)))
    .flatMap(blocksOf);

  beforeAll(() => {
    for (const { name, code } of programs) writeFileSync(join(app, `${name}.mts`), code);
    const files = programs.map(({ name }) => `${name}.mts`);
    // With the library's own use of both kinds of modules: a run of the compiler costs seconds.
    files.push('use.mts', 'use.cts');
    compile(['--outDir', 'programs', '--module', 'nodenext', '--types', 'node'], files);
  });

  it.each(programs)('$name prints what it says', async ({ name, code }) => {
    const cwd = mkdtempSync(join(app, 'run-'));
    const shown = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line]) => line);
    expect(shown.length).toBeGreaterThan(0);
    const run = promisify(execFile);
    const program = join(app, 'programs', `${name}.mjs`);
    const { stdout, stderr } = await run(process.execPath, [program], { cwd });
    expect({ stdout: stdout.split('\n').slice(0, -1), stderr }).toEqual({
      stdout: shown,
      stderr: '',
    });
  });
});
