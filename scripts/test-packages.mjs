// @ts-check
// npm run test:packages: the packages of npm and of Debian are installed, used for the first minute of
// README.md, and removed without a trace. That of Debian on a root that mmdebstrap makes (as root, from
// the Debian archive); where it cannot, it is named as not tried. Needs a build in dist/.
import { spawnSync } from 'node:child_process';
import {
  chownSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run, scratchEnvironment } from './shared.mjs';

const SUITE = 'trixie';
/** Anybody. */
const PARTNER = 1000;

const place = mkdtempSync(join(tmpdir(), 'payctl-packages-'));
const figures = [];
let failed = false;

/** The first minute as README.md has it. */
const minute = (() => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [, block = ''] = /## The first minute\n[\s\S]*?```\n([\s\S]*?)```/.exec(readme) ?? [];
  const lines = block.split('\n').filter((line) => line.startsWith('payctl '));
  if (lines.length < 4) throw new Error('README.md has no first minute');
  return lines.map((line) => line.replace(/ #.*$/, '').trim().split(' ').slice(1));
})();

/** A package; its steps are timed by name. */
function tryPackage(name, work) {
  const seconds = {};
  const step = (what, doIt) => {
    const begun = Date.now();
    const result = doIt();
    seconds[what] = ((Date.now() - begun) / 1_000).toFixed(1);
    return result;
  };
  try {
    figures.push({ package: name, ...work(step), ...seconds });
    console.log(`ok: ${name}`);
  } catch (error) {
    failed = true;
    console.error(`FAILED: ${name}: ${error instanceof Error ? error.message : error}`);
  }
}

const megabytes = (path) => `${(statSync(path).size / 1e6).toFixed(1)} MB`;

/** Whatever lies below, without what a package manager remembers of its own work. */
function filesBelow(directory, leftOut = []) {
  const paths = [];
  const walk = (path) => {
    for (const name of readdirSync(join(directory, path))) {
      const below = path === '' ? name : `${path}/${name}`;
      if (leftOut.includes(below)) continue;
      paths.push(below);
      if (lstatSync(join(directory, below)).isDirectory()) walk(below);
    }
  };
  walk('');
  return paths.sort();
}

function expectSame(before, after) {
  const had = new Set(before);
  const left = after.filter((file) => !had.has(file));
  if (left.length > 0) throw new Error(`it left ${left.slice(0, 10).join(', ')}`);
}

function emptyHome(name) {
  const home = join(place, name);
  mkdirSync(home);
  return { home, env: scratchEnvironment(home) };
}

function packed() {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', place];
  const [{ filename }] = JSON.parse(run('npm', args, { cwd: root }));
  return join(place, filename);
}

function npmPackage() {
  tryPackage('npm', (step) => {
    const tarball = packed();
    const { home, env } = emptyHome('npm');
    const prefix = join(place, 'prefix');
    mkdirSync(prefix);
    // With the settings of npm on this machine: its registry may be one of its own.
    const npm = (...args) => run('npm', [...args, '--global', '--prefix', prefix], { cwd: home });
    const options = ['--ignore-scripts', '--no-audit', '--no-fund'];
    step('install', () => npm('install', ...options, tarball));
    step('first minute', () => {
      const bin = join(prefix, 'bin/payctl');
      for (const words of minute) run(bin, words, { cwd: home, env });
    });
    const page = 'lib/node_modules/payctl/dist/man/payctl-ewallet-pay.1';
    if (!existsSync(join(prefix, page))) throw new Error('it has no manual pages');
    step('remove', () => npm('uninstall', 'payctl'));
    expectSame(
      [],
      filesBelow(prefix).filter((path) => /payctl/.test(path)),
    );
    return { size: megabytes(tarball) };
  });
}

/** The archive that this machine installs from; none where mmdebstrap has to know one. */
function archive() {
  const targets = ['indextargets', '--format', '$(CREATED_BY) $(COMPONENT) $(REPO_URI)'];
  const { stdout } = spawnSync('apt-get', targets, { encoding: 'utf8' });
  const uris = stdout?.match(/^Packages main \S+/gm) ?? [];
  const own = uris.map((line) => line.split(' ')[2]).filter((uri) => !uri.includes('security'));
  return own.slice(0, 1);
}

/** A Debian of its own; undefined where this machine cannot make one. */
function debianRoot() {
  if (process.getuid?.() !== 0) return undefined;
  let program = ['mmdebstrap'];
  if (spawnSync('mmdebstrap', ['--version']).status !== 0) {
    const folder = join(place, 'mmdebstrap');
    mkdirSync(folder);
    if (spawnSync('apt-get', ['download', 'mmdebstrap'], { cwd: folder }).status !== 0)
      return undefined;
    run('dpkg', ['-x', join(folder, readdirSync(folder)[0] ?? ''), join(folder, 'root')]);
    program = ['perl', join(folder, 'root/usr/bin/mmdebstrap')];
  }
  const made = join(place, 'debian');
  const [first = '', ...rest] = program;
  const include = '--include=nodejs,man-db,bash-completion';
  const args = [...rest, '--variant=apt', include, SUITE, made, ...archive()];
  const ran = spawnSync(first, args, { encoding: 'utf8' });
  if (ran.status === 0) return made;
  console.error(ran.stderr.split('\n').slice(-5).join('\n'));
  return undefined;
}

/** What dpkg, apt and man-db write about any package. */
const OF_DPKG = [
  'var/lib/dpkg',
  'var/lib/apt',
  'var/cache',
  'var/log',
  'tmp',
  'proc',
  'dev',
  'sys',
];

function debianPackage(debian) {
  tryPackage(`Debian package on ${SUITE}`, (step) => {
    const deb = run(process.execPath, [join(root, 'scripts/build-deb.mjs')]).trim();
    const inside = (...args) => run('chroot', [debian, ...args], { env: IN_ROOT });
    const before = filesBelow(debian, OF_DPKG);
    copyFileSync(deb, join(debian, 'tmp/payctl.deb'));
    step('install', () => inside('dpkg', '--install', '/tmp/payctl.deb'));
    const home = join(debian, 'home/partner');
    mkdirSync(home);
    chownSync(home, PARTNER, PARTNER);
    step('first minute', () => {
      const as = [`--userspec=${PARTNER}:${PARTNER}`, debian];
      const at = ['env', '--chdir=/home/partner', 'HOME=/home/partner'];
      for (const words of minute)
        run('chroot', [...as, ...at, 'payctl', ...words], { env: IN_ROOT });
    });
    inside('man', '-w', 'payctl-ewallet-pay');
    const completed = inside(
      'bash',
      '-c',
      '. /usr/share/bash-completion/bash_completion; _comp_load payctl 2> /dev/null || _completion_loader payctl; complete -p payctl',
    );
    if (!completed.includes('payctl')) throw new Error('bash does not complete it');
    rmSync(home, { recursive: true });
    step('remove', () => inside('dpkg', '--purge', 'payctl'));
    expectSame(before, filesBelow(debian, OF_DPKG));
    return { size: megabytes(deb) };
  });
}

const IN_ROOT = {
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  DEBIAN_FRONTEND: 'noninteractive',
  LC_ALL: 'C.UTF-8',
};

try {
  npmPackage();
  const debian = debianRoot();
  if (debian === undefined) {
    const why = 'no clean root: it needs root, mmdebstrap and the Debian archive';
    console.log(`not here: the Debian package (${why})`);
  } else {
    debianPackage(debian);
  }
  console.table(figures);
} finally {
  rmSync(place, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
