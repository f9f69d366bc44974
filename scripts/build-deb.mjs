// npm run build:deb: a Debian package, build/payctl_VERSION_ARCH.deb. Needs dpkg-deb and a build in dist/.
//   --uncompressed   in a tenth of the time, for tests
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
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
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './shared.mjs';

const { version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const arch = execFileSync('dpkg', ['--print-architecture'], { encoding: 'utf8' }).trim();
const compression = process.argv.includes('--uncompressed') ? '-Znone' : '-Zxz';
const out = join(root, 'build', `payctl_${version}_${arch}.deb`);
// Directories and files have the same modes wherever it is built.
process.umask(0o022);
const tree = mkdtempSync(join(tmpdir(), 'payctl-deb-'));

const UNITS = join(root, 'packaging/systemd');
/** Nothing, where no systemd runs. */
const systemctl = (words) =>
  `[ -n "$DPKG_ROOT" ] || ! [ -d /run/systemd/system ] || systemctl ${words}`;
const RELOAD = systemctl('--system daemon-reload');
const units = readdirSync(UNITS).filter((name) => /\.(service|socket|timer)$/.test(name));

/** What is done once the files are there, before they go, and once they are gone. */
const SCRIPTS = {
  postinst: [
    '! command -v systemd-sysusers >/dev/null || systemd-sysusers --root="$DPKG_ROOT/" payctl.conf',
    RELOAD,
    // What runs on would load parts of a program that is gone.
    `${systemctl('try-restart payctl-listen.service payctl-console.service')} || :`,
  ],
  prerm: [`[ "$1" != remove ] || ${systemctl(`disable --now ${units.join(' ')}`)} || :`],
  postrm: [RELOAD],
};

/** Installed beside the bundle: machine code, and the library that published types name. */
const INSTALLED = ['libsql', '@libsql', '@neon-rs', 'detect-libc', 'zod'];

try {
  chmodSync(tree, 0o755);
  program();
  completions();
  manuals();
  systemd();
  control();
  mkdirSync(join(root, 'build'), { recursive: true });
  execFileSync('dpkg-deb', ['--root-owner-group', compression, '--build', tree, out], {
    stdio: 'ignore',
  });
  console.log(out);
} finally {
  rmSync(tree, { recursive: true, force: true });
}

function program() {
  const lib = join(tree, 'usr/lib/payctl');
  for (const part of ['bin', 'dist', 'package.json', 'LICENSE'])
    copy(join(root, part), join(lib, part));
  for (const name of INSTALLED) {
    const from = join(root, 'node_modules', name);
    if (existsSync(from)) copy(from, join(lib, 'node_modules', name));
  }
  rmSync(join(lib, 'dist/man'), { recursive: true, force: true });
  // Debian has glibc.
  rmSync(join(lib, 'node_modules/@libsql/linux-x64-musl'), { recursive: true, force: true });
  mkdirSync(join(tree, 'usr/bin'), { recursive: true });
  symlinkSync('../lib/payctl/bin/payctl.js', join(tree, 'usr/bin/payctl'));
}

function completions() {
  const places = {
    'payctl.bash': 'usr/share/bash-completion/completions/payctl',
    _payctl: 'usr/share/zsh/vendor-completions/_payctl',
    'payctl.fish': 'usr/share/fish/vendor_completions.d/payctl.fish',
  };
  for (const [name, place] of Object.entries(places)) {
    copy(join(root, 'completions', name), join(tree, place));
  }
}

function manuals() {
  const from = join(root, 'dist/man');
  for (const name of readdirSync(from)) {
    write(`usr/share/man/man1/${name}.gz`, gzipSync(readFileSync(join(from, name)), { level: 9 }));
  }
}

function systemd() {
  for (const name of readdirSync(UNITS)) {
    const isUsers = name === 'payctl.sysusers';
    const to = isUsers ? 'usr/lib/sysusers.d/payctl.conf' : join('usr/lib/systemd/system', name);
    copy(join(UNITS, name), join(tree, to));
  }
}

function control() {
  // Messages and help name these pages.
  for (const page of ['README.md', 'docs'])
    copy(join(root, page), join(tree, 'usr/share/doc/payctl', page));
  for (const recipes of ['prometheus', 'kubernetes'])
    copy(join(root, 'packaging', recipes), join(tree, 'usr/share/doc/payctl/examples', recipes));
  write('usr/share/doc/payctl/copyright', readFileSync(join(root, 'LICENSE')));
  write(
    'usr/share/doc/payctl/changelog.gz',
    gzipSync(readFileSync(join(root, 'CHANGELOG.md')), { level: 9 }),
  );
  const size = Number(execFileSync('du', ['-sk', tree], { encoding: 'utf8' }).split('\t')[0]);
  const fields = {
    Package: 'payctl',
    Version: version,
    Architecture: arch,
    Maintainer: 'payctl maintainers <payctl@localhost>',
    'Installed-Size': size,
    Depends: 'nodejs (>= 20.17)',
    Section: 'utils',
    Priority: 'optional',
    Description: description,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`);
  write('DEBIAN/control', lines.join(''));
  for (const [name, steps] of Object.entries(SCRIPTS)) {
    write(`DEBIAN/${name}`, `#!/bin/sh\nset -e\n${steps.map((step) => `${step}\n`).join('')}`);
    chmodSync(join(tree, 'DEBIAN', name), 0o755);
  }
}

/** Whatever the modes of the checkout. */
function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, dereference: true });
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', to]);
}

function write(path, contents) {
  const to = join(tree, path);
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, contents, { mode: 0o644 });
}
