import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './surroundings.mjs';

const DOCUMENT = join(root, 'docs/performance.md');

/** With --write: puts the text between the markers `<!-- NAME -->` and `<!-- /NAME -->`, at the end where there are none. */
export function document(name, text) {
  if (!process.argv.includes('--write')) return;
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const section = `${begin}\n${text.trim()}\n${end}`;
  const before = readFileSync(DOCUMENT, 'utf8');
  const [from, to] = [before.indexOf(begin), before.indexOf(end)];
  const after =
    from < 0 || to < from
      ? `${before.trimEnd()}\n\n${section}\n`
      : before.slice(0, from) + section + before.slice(to + end.length);
  writeFileSync(DOCUMENT, after);
  console.log(`written: ${DOCUMENT}`);
}

/** "Node v20.20.2, 2 × …": what a table is of. */
export function surface({ node, cpu, memoryGB }) {
  return `Node ${node.slice(1)}, ${cpu}, ${memoryGB} GB`;
}
