// @ts-check
// npm run test:generators: what others make of the document of `payctl openapi`, as it comes. Each
// generator writes a client, tsc compiles a program that uses it, and the program calls the sandbox.
// Spectral holds it, and the workflows of `payctl smoke --arazzo`, to its rules, and Redocly runs those.
// At the end Prism plays the bank, and payctl calls it.
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BIN, exported, run as runIn, scratchEnvironment, serve } from './shared.mjs';

const TOOLS = {
  orval: ['orval@8.20.0'],
  'openapi-typescript': ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0'],
  'hey-api': ['@hey-api/openapi-ts@0.99.0'],
  prism: ['@stoplight/prism-cli@5.16.0'],
  spectral: ['@stoplight/spectral-core@1.24.1', '@stoplight/spectral-rulesets@1.23.1'],
  redocly: ['@redocly/cli@2.77.0'],
};
const TYPESCRIPT = 'typescript@5.9.3';

/** Of the workflows those that can share a bank; the last one sets its clock, and others ask about today. */
const RUN = ['deeplink', 'ewallet', 'qr', 'slip', 'consumer-presented-QR'];

const home = mkdtempSync(join(tmpdir(), 'payctl-generators-'));
/** @type {NodeJS.ProcessEnv} */
const env = scratchEnvironment(home);
const run = (program, args, cwd) => runIn(program, args, { cwd, env, timeout: 300_000 });
/** @type {(() => Promise<void>)[]} */
const ends = [];
const started = async (program, args, ready) => {
  const { said, end } = await serve(program, args, ready, { env });
  ends.push(end);
  return said;
};

/** What each program begins with: the bank's address and who calls. */
const HEAD = `
declare const process: { env: Record<string, string | undefined> };
const { PAYCTL_BASE_URL: baseUrl = '', PAYCTL_API_KEY: key = '', PAYCTL_API_SECRET: secret = '' } = process.env;
const uid = () => crypto.randomUUID().replaceAll('-', '');
const own = () => ({ resourceOwnerId: key, requestUId: uid() });
const credentials = { applicationKey: key, applicationSecret: secret };
const paid = { qrType: 'PP' as const, amount: 100, ppType: 'BILLERID' as const, ppId: process.env.PAYCTL_BILLER_ID ?? '', ref1: 'INVOICE001', ref2: 'CUSTOMER7', ref3: 'SBX' };
const asked = { tranType: 'W' as const, companyId: process.env.PAYCTL_COMPANY_ID ?? '', terminalId: process.env.PAYCTL_TERMINAL_ID ?? '', outTradeNo: 'SBXNOBODY1' };
function check(token: string | null | undefined, qr: string | null | undefined, unknown: number | undefined): void {
  if (!token || !qr?.startsWith('000201') || unknown !== 404) throw new Error(JSON.stringify({ token: Boolean(token), qr, unknown }));
}
`;

const GENERATORS = {
  orval: {
    generate(folder) {
      const config = {
        bank: {
          input: 'openapi.json',
          output: { target: 'bank.ts', client: 'fetch', headers: true },
        },
      };
      writeFileSync(join(folder, 'orval.config.cjs'), `module.exports = ${JSON.stringify(config)}`);
      return ['orval', '--config', 'orval.config.cjs'];
    },
    program: `import { ewalletInquire, qrCreate, tokenIssue } from './bank';
${HEAD}
// Its addresses are relative.
const { fetch: send } = globalThis;
globalThis.fetch = (address, init) => send(baseUrl + String(address), init);
async function main() {
  const token = await tokenIssue(credentials, own());
  const accessToken = token.status === 200 ? token.data.data.accessToken : undefined;
  const init = { headers: { authorization: 'Bearer ' + accessToken } };
  const qr = await qrCreate(paid, own(), init);
  const found = await ewalletInquire(asked, own(), init);
  check(accessToken, qr.status === 200 ? qr.data.data.data?.qrRawData : undefined, found.status);
}
void main();`,
  },
  'openapi-typescript': {
    generate: () => ['openapi-typescript', 'openapi.json', '-o', 'bank.ts'],
    program: `import createClient from 'openapi-fetch';
import type { paths } from './bank';
${HEAD}
async function main() {
  const bank = createClient<paths>({ baseUrl });
  const token = await bank.POST('/v1/oauth/token', { params: { header: own() }, body: credentials });
  const accessToken = token.data?.data.accessToken;
  const headers = { authorization: 'Bearer ' + accessToken };
  const qr = await bank.POST('/v2/payment/qrcode/create', { params: { header: own() }, headers, body: paid });
  const found = await bank.POST('/v1/payment/ewallets/inquire', { params: { header: own() }, headers, body: asked });
  check(accessToken, qr.data?.data.data?.qrRawData, found.response.status);
}
void main();`,
  },
  'hey-api': {
    generate: () => ['openapi-ts', '-i', 'openapi.json', '-o', 'bank'],
    program: `import { ewalletInquire, qrCreate, tokenIssue } from './bank';
import { client } from './bank/client.gen';
${HEAD}
async function main() {
  client.setConfig({ baseUrl });
  const token = await tokenIssue({ headers: own(), body: credentials });
  const accessToken = token.data?.data.accessToken;
  client.setConfig({ auth: () => accessToken ?? '' });
  const qr = await qrCreate({ headers: own(), body: paid });
  const found = await ewalletInquire({ headers: own(), body: asked });
  check(accessToken, qr.data?.data.data?.qrRawData, found.response?.status);
}
void main();`,
  },
};

try {
  const document = run(process.execPath, [BIN, 'openapi'], home);
  const welcome = await started(
    BIN,
    ['sandbox', 'serve', '--port', '8787', '--control', '--rate-limit', '0'],
    /payctl qr create/,
  );
  Object.assign(env, exported(welcome));
  for (const [name, { generate, program }] of Object.entries(GENERATORS)) {
    const folder = installed(name);
    writeFileSync(join(folder, 'openapi.json'), document);
    const [tool = '', ...args] = generate(folder);
    run(join(folder, 'node_modules/.bin', tool), args, folder);
    compiled(folder, program);
    run(process.execPath, ['out/program.js'], folder);
    console.log(`${name}: generates, compiles, calls the sandbox`);
  }
  const workflows = run(process.execPath, [BIN, '--sandbox', 'smoke', '--arazzo'], home);
  linted({ 'openapi.json': document, 'plans.arazzo.json': workflows });
  console.log('spectral: objects to nothing in the document and the workflows');
  const ran = runWorkflows(workflows);
  console.log(`redocly: ran ${ran.join(', ')}`);
  await mocked(document);
  console.log('prism: answers token, qr create and ewallet inquire of payctl');
} finally {
  for (const end of ends) await end();
  rmSync(home, { recursive: true, force: true });
}

function installed(name) {
  const folder = join(home, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const packages = [...TOOLS[name], TYPESCRIPT];
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], folder);
  return folder;
}

function compiled(folder, program) {
  writeFileSync(join(folder, 'program.ts'), program);
  const options = {
    ...{ strict: true, noUncheckedIndexedAccess: true, skipLibCheck: true, outDir: 'out' },
    ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
    ...{ module: 'commonjs', moduleResolution: 'node10', ignoreDeprecations: '5.0' },
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['program.ts'] }),
  );
  run(join(folder, 'node_modules/.bin/tsc'), ['-p', '.'], folder);
}

/**
 * By the recommended rules, one of which is the schema of the specification. A hint, the lowest of four
 * levels, would have operationId, whose point runners take for that of a description's name.
 */
function linted(documents) {
  const folder = installed('spectral');
  const program = `const { Spectral } = require('@stoplight/spectral-core');
const { oas, arazzo } = require('@stoplight/spectral-rulesets');
const spectral = new Spectral();
spectral.setRuleset({ extends: [[oas, 'recommended'], [arazzo, 'recommended']] });
spectral.run(JSON.parse(require('node:fs').readFileSync(process.argv[2], 'utf8'))).then((found) => {
  const faults = found.filter(({ severity }) => severity < 3);
  if (faults.length > 0) throw new Error(JSON.stringify(faults, null, 2));
});`;
  writeFileSync(join(folder, 'lint.cjs'), program);
  for (const [name, text] of Object.entries(documents)) {
    writeFileSync(join(folder, name), text);
    run(process.execPath, ['lint.cjs', name], folder);
  }
}

function runWorkflows(text) {
  const folder = installed('redocly');
  writeFileSync(join(folder, 'plans.arazzo.json'), text);
  const { workflows } = JSON.parse(text);
  for (const name of RUN) {
    const { workflowId, inputs } = workflows.find((one) => one.workflowId === name);
    const values = Object.entries(inputs.properties).map(([name, schema]) => [
      name,
      schema.default ?? workflowInput(name, schema),
    ]);
    const input = JSON.stringify(Object.fromEntries(values));
    const options = ['plans.arazzo.json', '--workflow', workflowId, '--input', input];
    run(join(folder, 'node_modules/.bin/redocly'), ['respect', ...options], folder);
  }
  return RUN;
}

/** What the bank has printed, a text that fits the pattern, or the present time. */
function workflowInput(name, { pattern }) {
  const letters = () => randomBytes(16).toString('hex').toUpperCase();
  if (pattern) {
    return pattern
      .slice(1, -1)
      .replace(/\[A-Z0-9\]\{(\d+)\}/g, (_, count) => letters().slice(0, count));
  }
  const bangkok = new Date(Date.now() + 7 * 3_600_000).toISOString();
  if (/Time$/.test(name)) return bangkok.replace('Z', '+07:00');
  if (/Date$/.test(name)) return bangkok.slice(0, 10);
  const variable = `PAYCTL_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
  return env[variable] ?? letters();
}

/** Prism makes its answers from the examples of the document. */
async function mocked(document) {
  const folder = installed('prism');
  writeFileSync(join(folder, 'openapi.json'), document);
  const program = join(folder, 'node_modules/@stoplight/prism-cli/dist/index.js');
  const listening = /listening on (http:\/\/[\d.:]+)/;
  const said = await started(
    program,
    ['mock', join(folder, 'openapi.json'), '--errors', '--port', '0'],
    listening,
  );
  env.PAYCTL_BASE_URL = listening.exec(said)?.[1];
  const calls = [
    'token refresh',
    `qr create --ref1 INVOICE001 --ref2 CUSTOMER7 --ref3 SBX --amount 100.00 --pp-id ${env.PAYCTL_BILLER_ID}`,
    'ewallet inquire SBXINV0001 --tran-type W',
  ];
  for (const call of calls) run(process.execPath, [BIN, ...call.split(' ')], home);
}
