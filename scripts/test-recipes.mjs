// @ts-check
// npm run test:recipes: the recipes for suites of tests, by the package in an empty folder; those for
// Prometheus, systemd and Kubernetes by the tools that judge them, each named: promtool (from the Debian package where it is not installed), systemd-analyze,
// and the schemas and types of Kubernetes as kubernetes-models has them. Needs a build in dist/.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { BIN, root, scratchEnvironment } from './shared.mjs';

const MODELS = 'kubernetes-models@4.5.1';
const place = mkdtempSync(join(tmpdir(), 'payctl-recipes-'));
const results = [];

function check(what, tool, work) {
  const fault = work();
  results.push({ what, tool, fault });
  console.log(`${fault === undefined ? 'ok' : 'FAILED'}: ${what} (${tool})`);
  if (fault !== undefined) console.error(fault);
}

const skip = (what, why) => {
  results.push({ what, skipped: why });
  console.log(`not here: ${what} (${why})`);
};

/** undefined where it ends with 0, else what it said. */
function findFault(program, args, options = {}) {
  const ran = spawnSync(program, args, { encoding: 'utf8', ...options });
  return ran.status === 0
    ? undefined
    : `${program}: exit ${ran.status}\n${ran.stdout}${ran.stderr}`;
}

const has = (program, ...args) => spawnSync(program, args).status === 0;

/** promtool of this machine, or of the Debian package, which is not installed for it. */
function promtool() {
  if (has('promtool', '--version')) return 'promtool';
  const folder = join(place, 'prometheus');
  mkdirSync(folder);
  if (!has('apt-get', '--version')) return undefined;
  if (spawnSync('apt-get', ['download', 'prometheus'], { cwd: folder }).status !== 0)
    return undefined;
  const [name = ''] = readdirSync(folder);
  execFileSync('dpkg', ['-x', join(folder, name), join(folder, 'root')]);
  return join(folder, 'root/usr/bin/promtool');
}

function prometheus() {
  const tool = promtool();
  if (tool === undefined) {
    skip('the recipe for Prometheus', 'there is no promtool, and apt-get has none');
    return;
  }
  const rules = join(root, 'packaging/prometheus');
  check('the alert rules', 'promtool check rules', () =>
    findFault(tool, ['check', 'rules', join(rules, 'payctl.rules.yml')]),
  );
  check('each alert in a night of its own', 'promtool test rules', () =>
    findFault(tool, ['test', 'rules', 'payctl.rules.test.yml'], { cwd: rules }),
  );
  const input = 'outTradeNo\nSBXA1\nA2\n';
  const runs = [
    ['journal', 'recover'],
    ['batch', 'ewallet.inquire', '-', '-f', 'tranType=W'],
    ['smoke', '--only', 'bill'],
    ['doctor', '--offline'],
  ];
  const home = join(place, 'home');
  mkdirSync(home);
  const env = scratchEnvironment(home);
  check('the figures of four commands in one file', 'promtool check metrics', () => {
    for (const words of runs) {
      const args = [BIN, '--sandbox', ...words, '--metrics', 'payctl.prom', '--every', '10m'];
      spawnSync(process.execPath, args, { cwd: home, env, input });
    }
    const figures = readFileSync(join(home, 'payctl.prom'), 'utf8');
    const commands = new Set([...figures.matchAll(/command="([^"]+)"/g)].map(([, name]) => name));
    if (commands.size !== runs.length) return `figures of ${[...commands].join(', ')} alone`;
    return findFault(tool, ['check', 'metrics'], { input: figures });
  });
}

/** The units of the package, alone and with the drop-in of docs/monitoring.md. */
function systemd() {
  if (!has('systemd-analyze', '--version')) {
    skip('the units of systemd', 'there is no systemd-analyze');
    return;
  }
  const units = join(place, 'units');
  mkdirSync(join(units, 'payctl-recover.service.d'), { recursive: true });
  cpSync(join(root, 'packaging/systemd'), units, { recursive: true });
  const [, dropIn = ''] =
    /```\n# \/etc\/systemd\/system\/payctl-recover\.service\.d\/metrics\.conf\n([\s\S]+?)```/.exec(
      readFileSync(join(root, 'docs/monitoring.md'), 'utf8'),
    ) ?? [];
  const service = join(units, 'payctl-recover.service');
  for (const withMetrics of [false, true]) {
    const which = withMetrics ? 'with the drop-in of docs/monitoring.md' : 'as packaged';
    if (withMetrics) writeFileSync(join(units, 'payctl-recover.service.d/metrics.conf'), dropIn);
    check(`service and timer ${which}`, 'systemd-analyze verify', () => {
      const args = ['verify', '--man=no', service, join(units, 'payctl-recover.timer')];
      const { stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
      // The program itself is not installed here.
      const flaws = stderr
        .split('\n')
        .filter(
          (line) => line.includes('payctl-recover') && !/payctl is not executable/.test(line),
        );
      if (withMetrics && !dropIn.includes('--metrics')) return 'docs/monitoring.md has no drop-in';
      return flaws.length === 0 ? undefined : flaws.join('\n');
    });
  }
  check('the service is exposed to little: at most 2.0 of 10', 'systemd-analyze security', () =>
    findFault('systemd-analyze', ['security', '--offline=true', '--threshold=20', service]),
  );
}

/** Values by the schemas of the API, and names by its types: a misspelled field is none. */
function kubernetes() {
  const folder = join(place, 'kubernetes');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', MODELS];
  if (
    spawnSync('npm', install, { cwd: folder, shell: process.platform === 'win32' }).status !== 0
  ) {
    skip('the manifests of Kubernetes', `npm has no ${MODELS}`);
    return;
  }
  const require = createRequire(join(folder, 'package.json'));
  const manifests = join(root, 'packaging/kubernetes');
  for (const name of readdirSync(manifests)) {
    const documents = parseAllDocuments(readFileSync(join(manifests, name), 'utf8'));
    for (const document of documents) {
      const manifest = document.toJS();
      const { apiVersion, kind } = manifest;
      const model = `kubernetes-models/${apiVersion}/${kind}`;
      check(`${name}, ${apiVersion} ${kind}: values`, MODELS, () => {
        const { [kind]: Model } = require(model);
        try {
          new Model(manifest).validate();
          return undefined;
        } catch (error) {
          return String(error);
        }
      });
      check(`${name}, ${apiVersion} ${kind}: names`, `types of ${MODELS}`, () => {
        const program = `import type { I${kind} } from '${model}';\nexport const manifest: I${kind} = ${JSON.stringify(manifest, null, 2)};\n`;
        writeFileSync(join(folder, 'manifest.ts'), program);
        const tsc = join(root, 'node_modules/typescript/bin/tsc');
        const flags =
          '--noEmit --strict --skipLibCheck --module nodenext --target es2022 --types'.split(' ');
        return findFault(process.execPath, [tsc, ...flags, '', 'manifest.ts'], { cwd: folder });
      });
    }
  }
}

/** The blocks of code below a heading of the recipes for the embedded bank. */
function recipe(heading) {
  const page = readFileSync(join(root, 'docs/sandbox-recipes.md'), 'utf8');
  const [section = ''] = page.split(/^## /m).filter((text) => text.startsWith(`${heading}\n`));
  return [...section.matchAll(/^```\w+\n([\s\S]*?)^```/gm)].map(([, code = '']) => code);
}

/** As on a machine that has never seen payctl: its package, the runner of tests, and the pasted recipe. */
function suites() {
  const folder = join(place, 'suites');
  mkdirSync(folder);
  const env = scratchEnvironment(folder);
  const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [{ filename }] = JSON.parse(execFileSync('npm', packing, { cwd: root, encoding: 'utf8' }));
  const { devDependencies: pinned } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const runners = [`vitest@${pinned.vitest}`, `@playwright/test@${pinned['playwright-core']}`];
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
  const fault = findFault('npm', [...install, `./${filename}`, ...runners], { cwd: folder });
  if (fault !== undefined) {
    skip('the recipes for suites', fault);
    return;
  }
  const inFolder = (program, ...args) => findFault(program, args, { cwd: folder, env });
  const [vitest = ''] = recipe('vitest');
  writeFileSync(join(folder, 'payment.test.ts'), vitest);
  check('the recipe for vitest', 'vitest', () =>
    inFolder('npx', 'vitest', 'run', 'payment.test.ts'),
  );
  const [pytest = ''] = recipe('pytest');
  writeFileSync(join(folder, 'test_payment.py'), pytest);
  const python = ['python3', '/usr/bin/python3'].find((one) =>
    has(one, '-c', 'import pytest, requests'),
  );
  // Itself, not a shim that asks the home of its user for one.
  const own = python && execFileSync(python, ['-c', 'import sys; print(sys.executable)']);
  if (own) {
    const line = `${String(own).trim()} -m pytest -q`;
    check('the recipe for pytest', 'pytest', () => inFolder('npm', 'exec', '-c', line));
  } else skip('the recipe for pytest', 'no Python has pytest and requests');
  const [config = '', spec = ''] = recipe('Playwright');
  const browser = ['chromium', 'google-chrome'].find((one) => has(one, '--version'));
  if (!browser) {
    skip('the recipe for Playwright', 'there is no browser');
    return;
  }
  // The browser of the machine, where a project has the one that Playwright downloads.
  const path = execFileSync('which', [browser], { encoding: 'utf8' }).trim();
  const launch = `{ executablePath: '${path}', args: ['--no-sandbox'] }`;
  const ours = config.replace('webServer:', `use: { launchOptions: ${launch} },\n  webServer:`);
  writeFileSync(join(folder, 'playwright.config.ts'), ours);
  writeFileSync(join(folder, 'payment.spec.ts'), spec);
  check('the recipe for Playwright', 'playwright', () =>
    inFolder('npx', 'playwright', 'test', 'payment.spec.ts'),
  );
}

try {
  suites();
  prometheus();
  systemd();
  kubernetes();
} finally {
  rmSync(place, { recursive: true, force: true });
}
const failed = results.filter(({ fault }) => fault !== undefined);
const skipped = results.filter((one) => one.skipped !== undefined);
console.log(
  `${results.length - failed.length - skipped.length} checks hold, ${failed.length} failed, ${skipped.length} could not be made here`,
);
process.exitCode = failed.length > 0 ? 1 : 0;
