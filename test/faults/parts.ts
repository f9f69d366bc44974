import { createRequire, isBuiltin } from 'node:module';
import { join, resolve } from 'node:path';
import { compileFunction } from 'node:vm';
import { type Plugin, rolldown } from 'rolldown';
import type { Fault, Modules } from './modules.js';

/** What simulations and checks use of the product. */
const EXPORTS = {
  'books/create': ['createBook'],
  'books/resolve': ['resolveItems'],
  'books/run': ['runBook'],
  'books/status': ['openItems'],
  'books/verify': ['verifyBook'],
  'journal/charge': ['charge'],
  'journal/archive': ['archive'],
  'state/chain': ['chainLines'],
  'journal/recover': ['recover'],
  'journal/settle': ['settle'],
  'journal/list': ['list'],
  'journal/verify': ['verify'],
  'state/files/store': ['openFileStore'],
  'client/caller': ['createCaller'],
  'client/memory-token-store': ['memoryTokenStore'],
  'client/transport': ['TransportFailure'],
  'client/transport-got': ['gotTransport'],
  'client/connection': ['Secret'],
  'core/errors': ['PayctlError'],
  'bank/families': ['loadOperation'],
  'host/files': ['diskFiles'],
  'state/permission': ['ClaimPermission', 'ChargePermission'],
  'state/store-membership': ['StoreMembership'],
  'state/lock': ['withLock'],
  'state/token-rows': ['fileTokenRows'],
  'state/token-store': ['openTokenStore'],
  'config/profiles': ['Profiles'],
  'state/files/inbox': ['FileInbox'],
  'callbacks/session': ['receive'],
  'callbacks/stored': ['readInbox'],
  'journal/initiate': ['initiateOnce'],
  'client/whole-lists': ['withWholeLists'],
  'config/resolve': ['resolve'],
  'config/secrets': ['SecretStores'],
  'host/trust': ['findFlaw'],
  'host/command': ['childEnvironment'],
  'state/own-files': ['ownFiles', 'readNamedFile'],
  'commands/batch/checkpoint': ['withFiles', 'BatchCheckpoint'],
  'runtime/carry-out': ['carryOut'],
  'runtime/services': ['Services'],
  'approvals/propose': ['propose'],
  'approvals/decide': ['releasable', 'refuse'],
  'journal/refunds': ['sumRefunds'],
  'console/console': ['Console'],
  'console/person': ['actsOf'],
  'console/refund-limit': ['RefundLimit'],
} as const satisfies { [Name in keyof Modules]?: readonly (keyof Modules[Name])[] };

type Picked = {
  [Name in keyof typeof EXPORTS]: (
    part: Pick<Modules[Name], Extract<(typeof EXPORTS)[Name][number], keyof Modules[Name]>>,
  ) => void;
}[keyof typeof EXPORTS];

/** The parts of the product: as they are, or with a fault planted in them. */
export type Parts = Picked extends (part: infer All) => void ? All : never;

/** By the promise: whether the parts keep it. */
export type Checks = Readonly<Record<string, (parts: Parts) => Promise<boolean>>>;

const ROOT = resolve(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);
const ENTRY = join(ROOT, 'src/parts-of-a-simulation.ts');
const SEAM = /seam-of-(\d+)\.ts$/;

/** Makes a fresh copy of all parts, with a fault planted in one of them. */
type LoadParts = (fault?: Fault) => Parts;

type Plant = (name: string, from: Fault['from']) => void;

/** Built once, with a seam in front of every module that one of the faults is in. */
export async function bundleParts(faults: readonly Fault[] = []): Promise<LoadParts> {
  const modules = [...new Set(faults.map(({ module }) => module))];
  const seams = modules.map((module) => ({
    real: join(ROOT, 'src', `${module}.ts`),
    names: [...new Set(faults.filter((each) => each.module === module).map(({ name }) => name))],
  }));
  const bundle = await rolldown({
    input: ENTRY,
    platform: 'node',
    external: /^(?![./]|[A-Za-z]:\\)/,
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    plugins: [entry(seams), seam(seams)],
  });
  const { output } = await bundle.generate({
    format: 'cjs',
    codeSplitting: false,
    dynamicImportInCjs: false,
  });
  await bundle.close();
  const [{ code, fileName, imports, dynamicImports }] = output;
  const late = dynamicImports.filter((name) => name !== fileName);
  const packages = await loadPackages(imports, late);
  // Compiled once, which takes longer than to run it for one more copy.
  const run = compileFunction(code, ['exports', 'require'], {
    filename: join(ROOT, 'parts-of-a-simulation.cjs'),
  });
  return (fault) => {
    const parts: Parts & { plants: readonly Plant[] } = Object.create(null);
    run(parts, (name: string) => packages.get(name));
    if (fault) parts.plants[modules.indexOf(fault.module)]?.(fault.name, fault.from);
    return parts;
  };
}

/** What stays outside the bundle, as its `require` is to give it; some packages are ES modules. */
async function loadPackages(
  imports: readonly string[],
  late: readonly string[],
): Promise<Map<string, unknown>> {
  const loaded = new Map<string, unknown>();
  for (const name of [...imports, ...late]) {
    const own: { default?: unknown } = await import(/* @vite-ignore */ name);
    // Checks watch the functions of Node's own modules.
    if (isBuiltin(name)) loaded.set(name, require(name));
    // Where `import()` stood, the bundle makes a default of all that it gets.
    else loaded.set(name, late.includes(name) ? own.default : { ...own, __esModule: true });
  }
  return loaded;
}

/** The parts as they are. */
export async function loadParts(): Promise<Parts> {
  return (await bundleParts())();
}

interface Seam {
  real: string;
  names: readonly string[];
}

function entry(seams: readonly Seam[]): Plugin {
  const parts = Object.entries(EXPORTS).map(
    ([module, names]) => `export { ${names.join(', ')} } from './${module}.js';\n`,
  );
  const plants = seams.map(
    (_, index) => `import { plant as plant${index} } from './seam-of-${index}.ts';\n`,
  );
  const list = `export const plants = [${seams.map((_, index) => `plant${index}`).join(', ')}];\n`;
  return {
    name: 'entry',
    resolveId: (id) => (id === ENTRY ? id : undefined),
    load: (id) =>
      id === ENTRY ? { code: [...parts, ...plants, list].join(''), moduleType: 'ts' } : undefined,
  };
}

/** A module in front of each that a fault is in, whose exports can be exchanged. */
function seam(seams: readonly Seam[]): Plugin {
  const unused = new Set(seams.map(({ real }) => real));
  const idOf = (index: number) => join(ROOT, `src/seam-of-${index}.ts`);
  return {
    name: 'seam',
    async resolveId(id, importer) {
      if (SEAM.test(id)) return join(ROOT, 'src', id.slice(id.lastIndexOf('seam-of-')));
      const found = await this.resolve(id, importer, { skipSelf: true });
      const index = seams.findIndex(({ real }) => real === found?.id);
      if (index < 0 || SEAM.test(importer ?? '')) return found;
      unused.delete(seams[index]?.real ?? '');
      return idOf(index);
    },
    load(id) {
      const found = seams[Number(SEAM.exec(id)?.[1] ?? -1)];
      return found && { code: codeOf(found), moduleType: 'js' };
    },
    buildEnd() {
      if (unused.size > 0) throw new Error(`none of the parts imports ${[...unused].join(', ')}`);
    },
  };
}

/** A function stays one function: some modules keep it when they load, before anything is planted. */
function codeOf({ real, names }: Seam): string {
  const lets = names.map(
    (name) => `export let ${name} = typeof real.${name} === 'function'
      ? new Proxy(real.${name}, {
          apply: (_, own, values) => Reflect.apply(now.${name}, own, values),
          construct: (_, values) => Reflect.construct(now.${name}, values),
          get: (own, key) => Reflect.get(key === 'prototype' ? own : now.${name}, key),
        })
      : real.${name};`,
  );
  const constants = names.map(
    (name) => `if (name === '${name}' && typeof ${name} !== 'function') ${name} = now.${name};`,
  );
  return `
    import * as real from ${JSON.stringify(real)};
    export * from ${JSON.stringify(real)};
    const now = { ...real };
    ${lets.join('\n')}
    export const plant = (name, from) => {
      now[name] = from(real[name]);
      ${constants.join('\n')}
    };`;
}
