import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/** The parts of the product that simulations and checks run: as they are, or with a bug planted in them. */
export interface Parts {
  charge: typeof import('../../src/journal/charge.js').charge;
  recover: typeof import('../../src/journal/recover.js').recover;
  list: typeof import('../../src/journal/list.js').list;
  verify: typeof import('../../src/journal/verify.js').verify;
  createJournal: typeof import('../../src/journal/journal.js').createJournal;
  createCaller: typeof import('../../src/client/caller.js').createCaller;
  memoryTokenStore: typeof import('../../src/client/memory-store.js').memoryTokenStore;
  TransportFailure: typeof import('../../src/client/transport.js').TransportFailure;
  gotTransport: typeof import('../../src/client/transport-got.js').gotTransport;
  Secret: typeof import('../../src/client/connection.js').Secret;
  PayctlError: typeof import('../../src/errors.js').PayctlError;
  loadOperation: typeof import('../../src/api/catalogue.js').loadOperation;
  diskFiles: typeof import('../../src/host/files.js').diskFiles;
  fileTokenStore: typeof import('../../src/config/token-store.js').fileTokenStore;
}

const EXPORTS = {
  'journal/charge': ['charge'],
  'journal/recover': ['recover'],
  'journal/list': ['list'],
  'journal/verify': ['verify'],
  'journal/journal': ['createJournal'],
  'client/caller': ['createCaller'],
  'client/memory-store': ['memoryTokenStore'],
  'client/transport': ['TransportFailure'],
  'client/transport-got': ['gotTransport'],
  'client/connection': ['Secret'],
  errors: ['PayctlError'],
  'api/catalogue': ['loadOperation'],
  'host/files': ['diskFiles'],
  'config/token-store': ['fileTokenStore'],
} as const satisfies Record<string, readonly (keyof Parts)[]>;

/** A change to one source file, in memory alone. */
export interface Edit {
  file: string;
  /** Occurs exactly once, so that an edit that no longer fits is noticed. */
  find: string;
  replace: string;
}

const ROOT = resolve(import.meta.dirname, '../..');
const ENTRY = join(ROOT, 'src/parts-of-a-simulation.ts');

/** Bundles the parts, so that even a changed copy is one quick native import; `remove` when done. */
export async function loadParts(edit?: Edit): Promise<{ parts: Parts; remove: () => void }> {
  const edited = edit && editedText(edit);
  const bundle = await rolldown({
    input: ENTRY,
    platform: 'node',
    external: /^(?![./]|[A-Za-z]:\\)/,
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    plugins: [
      {
        name: 'planted',
        resolveId: (id) => (id === ENTRY ? id : undefined),
        load(id) {
          if (id === ENTRY) return { code: entryText(), moduleType: 'ts' };
          if (id === edited?.path) return { code: edited.text, moduleType: 'ts' };
          return undefined;
        },
      },
    ],
  });
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const dir = mkdtempSync(join(cache, 'payctl-parts-'));
  await bundle.write({ dir, entryFileNames: 'parts.mjs', chunkFileNames: '[name]-[hash].mjs' });
  const parts: Parts = await import(/* @vite-ignore */ pathToFileURL(join(dir, 'parts.mjs')).href);
  return { parts, remove: () => rmSync(dir, { recursive: true }) };
}

function editedText({ file, find, replace }: Edit): { path: string; text: string } {
  const path = join(ROOT, 'src', file);
  const [before, after, ...more] = readFileSync(path, 'utf8').split(find);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`the edit does not fit ${file}: ${find}`);
  }
  return { path, text: before + replace + after };
}

function entryText(): string {
  return Object.entries(EXPORTS)
    .map(([file, names]) => `export { ${names.join(', ')} } from './${file}.js';\n`)
    .join('');
}
