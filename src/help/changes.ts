import changelog from '../../CHANGELOG.md?raw';
import { wrap } from '../format/width.js';

const WIDTH = 78;

/** CHANGELOG.md as a page of help: what this version changed, and those before it. */
export function changes(): string {
  const [, ...lines] = changelog.trimEnd().split('\n');
  return ['Changes', ...lines.flatMap(plainLines), '', CONTRACT].join('\n');
}

const CONTRACT = `What is contract and how long it holds: docs/versioning.md.
`;

/** Headings bare, items with a hanging indent, code as it is. */
function plainLines(line: string): string[] {
  const text = line.replaceAll('`', '').replace(/\*\*/g, '');
  const [, heading] = /^#+ (.*)$/.exec(text) ?? [];
  if (heading !== undefined) return [`${heading}:`];
  const [, item] = /^- (.*)$/.exec(text) ?? [];
  if (item === undefined) return wrap(text, WIDTH);
  return wrap(item, WIDTH - 4).map((part, at) => (at === 0 ? `  - ${part}` : `    ${part}`));
}
