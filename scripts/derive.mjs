// npm run derive: writes every committed file that is derived from the catalogue and the command
// tree. With --check it writes nothing and fails where a file is not what it would be.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load, root } from './bundle.mjs';

const { catalogue, operations } = await load({
  catalogue: 'src/api/catalogue.ts',
  operations: 'src/derive/operations.ts',
});

const files = {
  'docs/operations.md': operations.operationsTable(await catalogue.loadCatalogue()),
};

const stale = Object.entries(files).filter(([path, text]) => {
  const file = join(root, path);
  return !existsSync(file) || readFileSync(file, 'utf8') !== text;
});
const names = stale.map(([path]) => path).join(', ');
if (process.argv.includes('--check')) {
  if (stale.length > 0) throw new Error(`not what \`npm run derive\` writes: ${names}`);
} else {
  for (const [path, text] of stale) writeFileSync(join(root, path), text);
}
console.log(
  `${Object.keys(files).length} derived files: ${names ? `written ${names}` : 'current'}`,
);
