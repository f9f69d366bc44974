import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from '../../src/command-line/parse.js';
import { resolveCommand } from '../../src/command-line/resolve-command.js';
import { GROUPS } from '../../src/tree.js';

const ROOT = resolve(import.meta.dirname, '../..');

/** Commands as they stand on a line of their own, in a crontab or behind a prompt. */
const LINE = /^\s*(?:\$ |\*\S*(?: \S+){4}\s+|\d+ \d+(?: \*){3}\s+)?payctl (.+)$/gm;

/** What follows in the shell is not the command's: a comment, a pipe, a redirection, the background. */
const SHELL = /\s+(?:#|\||>|;|&).*$/;

const pages = ['README.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)];
const cases = pages
  .filter((page) => page.endsWith('.md'))
  .map((page) => ({ page, lines: commandsOf(readFileSync(join(ROOT, page), 'utf8')) }))
  .filter(({ lines }) => lines.length > 0);

function commandsOf(text: string): string[] {
  const blocks = [...text.replaceAll(/\\\n\s*/g, '').matchAll(/^ *```\w*\n([\s\S]*?)^ *```/gm)];
  return blocks
    .flatMap(([, block = '']) => [...block.matchAll(LINE)])
    .map(([, line = '']) => line.replace(SHELL, ''))
    .filter((line) => !/--version$|--help$|…$/.test(line));
}

/** As a shell takes it apart; nothing is expanded. */
function wordsOf(line: string): string[] {
  return (line.match(/(?:'[^']*'|"[^"]*"|\$\([^)]*\)|[^\s'"])+/g) ?? []).map((word) =>
    word.replaceAll(/['"]/g, ''),
  );
}

describe('the commands of', () => {
  it.each(cases)('$page are commands, with options that they have', async ({ lines }) => {
    for (const line of lines) {
      const { command, rest } = await resolveCommand(wordsOf(line), GROUPS);
      expect(command, line).toBeDefined();
      if (command) expect(() => parse(command, rest), line).not.toThrow();
    }
  });
});

it('finds them', () => {
  expect(cases.map(({ page }) => page)).toEqual(
    expect.arrayContaining(['README.md', 'docs/batch.md', 'docs/recovering.md', 'docs/sandbox.md']),
  );
  expect(cases.flatMap(({ lines }) => lines).length).toBeGreaterThan(45);
});
