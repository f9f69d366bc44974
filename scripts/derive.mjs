// @ts-check
// npm run derive: writes the committed files that follow from commands, catalogue and plans:
// docs/operations.md and docs/smoke-coverage.md. With --check it writes nothing and fails where a file is out of date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { load, plans } from './bundle.mjs';
import { root } from './shared.mjs';

const check = process.argv.includes('--check');
const { derive } = await load({ derive: 'src/derive.ts' });
const stale = [...(await derive.derivedFiles(Object.entries(JSON.parse(plans()))))].filter(
  ([path, text]) =>
    !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text,
);
for (const [path, text] of stale) {
  console.log(`${path} ${check ? 'is out of date' : 'is written'}`);
  if (check) continue;
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
if (check && stale.length > 0) {
  console.error('npm run derive brings them up to date');
  process.exitCode = 1;
}
