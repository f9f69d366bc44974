import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import type { Fault, Modules } from './modules.js';

/** The parts of the product that simulations and checks run: as they are, or with a fault planted in them. */
export interface Parts {
  charge: Modules['journal/charge']['charge'];
  recover: Modules['journal/recover']['recover'];
  settle: Modules['journal/settle']['settle'];
  list: Modules['journal/list']['list'];
  verify: Modules['journal/verify']['verify'];
  openFileStore: Modules['state/files/store']['openFileStore'];
  createCaller: Modules['client/caller']['createCaller'];
  memoryTokenStore: Modules['client/tokens']['memoryTokenStore'];
  TransportFailure: Modules['client/transport']['TransportFailure'];
  gotTransport: Modules['client/transport-got']['gotTransport'];
  Secret: Modules['client/connection']['Secret'];
  PayctlError: Modules['core/errors']['PayctlError'];
  loadOperation: Modules['bank/families']['loadOperation'];
  diskFiles: Modules['host/files']['diskFiles'];
  withLock: Modules['state/lock']['withLock'];
  fileTokenStore: Modules['state/token-store']['fileTokenStore'];
  createProfiles: Modules['config/profiles']['createProfiles'];
  Inbox: Modules['callbacks/inbox']['Inbox'];
  openCheckpoint: Modules['commands/batch/checkpoint']['openCheckpoint'];
}

const EXPORTS = {
  'journal/charge': ['charge'],
  'journal/recover': ['recover'],
  'journal/settle': ['settle'],
  'journal/list': ['list'],
  'journal/verify': ['verify'],
  'state/files/store': ['openFileStore'],
  'client/caller': ['createCaller'],
  'client/tokens': ['memoryTokenStore'],
  'client/transport': ['TransportFailure'],
  'client/transport-got': ['gotTransport'],
  'client/connection': ['Secret'],
  'core/errors': ['PayctlError'],
  'bank/families': ['loadOperation'],
  'host/files': ['diskFiles'],
  'state/lock': ['withLock'],
  'state/token-store': ['fileTokenStore'],
  'config/profiles': ['createProfiles'],
  'callbacks/inbox': ['Inbox'],
  'commands/batch/checkpoint': ['openCheckpoint'],
} as const satisfies { [Name in keyof Modules]?: readonly (keyof Parts & keyof Modules[Name])[] };

const ROOT = resolve(import.meta.dirname, '../..');
const ENTRY = join(ROOT, 'src/parts-of-a-simulation.ts');
const SEAM = join(ROOT, 'src/seam-of-a-fault.ts');

/** Bundles the parts, so that even a faulty copy is one quick native import; `remove` when done. */
export async function loadParts(fault?: Fault): Promise<{ parts: Parts; remove: () => void }> {
  const bundle = await rolldown({
    input: ENTRY,
    platform: 'node',
    external: /^(?![./]|[A-Za-z]:\\)/,
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    plugins: [entry(fault), ...(fault ? [seam(fault)] : [])],
  });
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const dir = mkdtempSync(join(cache, 'payctl-parts-'));
  await bundle.write({ dir, entryFileNames: 'parts.mjs', chunkFileNames: '[name]-[hash].mjs' });
  const parts: Parts & { plant?: (from: Fault['from']) => void } = await import(
    /* @vite-ignore */ pathToFileURL(join(dir, 'parts.mjs')).href
  );
  if (fault) parts.plant?.(fault.from);
  return { parts, remove: () => rmSync(dir, { recursive: true }) };
}

function entry(fault: Fault | undefined): Plugin {
  const lines = Object.entries(EXPORTS).map(
    ([module, names]) => `export { ${names.join(', ')} } from './${module}.js';\n`,
  );
  if (fault) lines.push(`export { plant } from ${JSON.stringify(SEAM)};\n`);
  return {
    name: 'entry',
    resolveId: (id) => (id === ENTRY ? id : undefined),
    load: (id) => (id === ENTRY ? { code: lines.join(''), moduleType: 'ts' } : undefined),
  };
}

/** A module in front of the faulty one, with one export that can be exchanged. */
function seam({ module, name }: Fault): Plugin {
  const real = join(ROOT, 'src', `${module}.ts`);
  const code = `
    import * as real from ${JSON.stringify(real)};
    export * from ${JSON.stringify(real)};
    export let ${name} = real.${name};
    export const plant = (from) => { ${name} = from(real.${name}); };`;
  let isUsed = false;
  return {
    name: 'seam',
    async resolveId(id, importer) {
      if (id === SEAM) return id;
      const found = await this.resolve(id, importer, { skipSelf: true });
      if (found?.id !== real || importer === SEAM) return found;
      isUsed = true;
      return SEAM;
    },
    load: (id) => (id === SEAM ? { code, moduleType: 'js' } : undefined),
    buildEnd() {
      if (!isUsed) throw new Error(`none of the parts imports ${module}`);
    },
  };
}
