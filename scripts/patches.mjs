import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Loads one of Node's own modules where it stands: the bundler's way copies all that is in it. */
const builtin = (name) => `process.getBuiltinModule('node:${name}')`;

/** Node's own modules as got wants them; those for TLS are loaded by a call that uses it. */
const BUILTINS = {
  'node:process': 'export default process;',
  // Of a request, for who listens to the diagnostics of got; chance costs more.
  'node:crypto': 'let requests = 0; export const randomUUID = () => String(++requests);',
  'node:diagnostics_channel': `export default ${builtin('diagnostics_channel')};`,
  'node:http': `const http = ${builtin('http')};
    export const { ServerResponse } = http;
    export default http;`,
  'node:https': `export default { get request() { return ${builtin('https')}.request; } };`,
  'node:tls': `export const checkServerIdentity = (...about) =>
      ${builtin('tls')}.checkServerIdentity(...about);`,
};
/** The tests of values that got asks for, out of 200: the bundler keeps what two large objects name. */
function testsOfGot() {
  const folder = dirname(createRequire(import.meta.url).resolve('got'));
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.js'));
  const code = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  const used = (object) => {
    const names = [...code.matchAll(new RegExp(`\\b${object}\\.(\\w+)`, 'g'))].map(
      ([, name]) => name,
    );
    const long = (name) => `${object}${name[0].toUpperCase()}${name.slice(1)}`;
    return [...new Set(names)].map((name) => `${name}: all.${long(name)}`).join(', ');
  };
  return `import * as all from '@sindresorhus/is';
    export * from '@sindresorhus/is';
    export default { ${used('is')} };
    export const assert = { ${used('assert')} };`;
}

/**
 * Parts that a library imports and payctl never uses, each replaced by the names that are imported
 * from it, because together they cost more time at start than the rest of a call. Of got: caches,
 * HTTP/2, a DNS cache, form data, decompression, time limits, timings of a call, promises instead of
 * streams, and most tests of values; of conf: JSON Schema; of commander: its help, and
 * subcommands that are programs of their own.
 */
const LEFT_OUT = {
  got: {
    'cacheable-request': `export default class CacheableRequest {}
      export class CacheError extends Error {}`,
    'cacheable-lookup': 'export default class CacheableLookup {}',
    'http2-wrapper': 'export default { auto() {}, Agent: class {} };',
    'form-data-encoder': 'export class FormDataEncoder {} export const isFormData = () => false;',
    'decompress-response': 'export default (response) => response;',
    '@sindresorhus/is': testsOfGot(),
    './as-promise/index.js': 'export default () => {};',
    './timed-out.js': `export class TimeoutError extends Error {}
      export default () => () => {};`,
    './utils/timer.js': 'export default () => {};',
    ...BUILTINS,
  },
  conf: {
    'ajv/dist/2020.js': 'export class Ajv2020 {}',
    'ajv-formats': 'export default function addFormats() {}',
    // Asks for the home directory while it is loaded, and there may be none.
    'env-paths': 'export default () => ({});',
  },
  commander: {
    'node:child_process': 'module.exports = {};',
    './help.js': 'exports.Help = class {};',
    './lib/help.js': 'exports.Help = class {};',
    './suggestSimilar': 'module.exports = {};',
  },
};

/** Changes of a line or two in the source of a library, each with why. */
const EDITS = [
  {
    // Loads the data of a language to be ready for an error message: half the time that got costs.
    file: '@sindresorhus/is/distribution/index.js',
    from: /new Intl\.ListFormat\(([^)]*)\)/g,
    to: '{ format: (list) => new Intl.ListFormat($1).format(list) }',
  },
  // So that the bundler can leave out the object of all tests, and their names for error messages.
  {
    file: '@sindresorhus/is/distribution/index.js',
    from: 'const is = Object.assign(',
    to: 'const is = /* @__PURE__ */ Object.assign(',
  },
  { file: '@sindresorhus/is/distribution/index.js', from: /\bis\(value\)/g, to: 'detect(value)' },
  {
    file: '@sindresorhus/is/distribution/index.js',
    from: /const methodTypeMap = (\{[^}]*\});\nconst isMethodNames = keysOf\(methodTypeMap\);/g,
    to: `const methodNames = () => ($1);`,
  },
  {
    file: '@sindresorhus/is/distribution/index.js',
    from: 'isMethodNames.includes(value)',
    to: 'Object.hasOwn(methodNames(), value)',
  },
  {
    file: '@sindresorhus/is/distribution/index.js',
    from: 'methodTypeMap[',
    to: 'methodNames()[',
  },
  // Every request is tested by it, and V8 compiles a regular expression in each run.
  {
    file: '@sindresorhus/is/distribution/index.js',
    from: 'if (/HTML',
    to: "if (objectTypeName.startsWith('HTML') && /HTML",
  },
  // Two options that are always empty make the object of every call one that the engine cannot lay out.
  { file: 'got/dist/source/core/options.js', from: '...internals.cacheOptions,', to: '' },
  { file: 'got/dist/source/core/options.js', from: '...this._unixOptions,', to: '' },
  // A body that is given with the call goes straight to Node's request. By way of got's own stream,
  // Node compiles seven functions more, and ends the request only once the body was written.
  {
    file: 'got/dist/source/core/index.js',
    from: 'this.redirectUrls.length === 0 ? this : this._request ?? this',
    to: 'this._request ?? this',
  },
  // Its own instance, made of all its defaults while it is loaded: the bundler leaves it out, for
  // payctl makes one of its own.
  {
    file: 'got/dist/source/index.js',
    from: 'options: new Options(),',
    to: 'options: /* @__PURE__ */ new Options(),',
  },
  {
    file: 'got/dist/source/index.js',
    from: 'const got = create(defaults);',
    to: 'const got = /* @__PURE__ */ create(defaults);',
  },
  // An instance keeps the options that it is given; they need no copy, for nobody else has them.
  {
    file: 'got/dist/source/create.js',
    from: 'options: new Options(undefined, undefined, defaults.options),',
    to: 'options: defaults.options,',
  },
  // Asks for a report of the whole process to tell one C library from another; detect-libc reads a file.
  {
    file: 'libsql/index.js',
    from: 'const { load, currentTarget } = require("@neon-rs/load");',
    to: `const currentTarget = () =>
      process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch)
        ? \`linux-\${process.arch}-\${familySync() === MUSL ? 'musl' : 'gnu'}\`
        : require('@neon-rs/load').currentTarget();`,
  },
  {
    file: 'libsql/index.js',
    from: /if \(process\.env\.LIBSQL_JS_DEV\) \{[^}]*\}/g,
    to: '',
  },
  // Its machine code is not bundled, and some package managers show it only to libsql itself.
  {
    file: 'libsql/index.js',
    from: /return require\(`@libsql\/\$\{target\}`\);/g,
    to: `const [name, owner] = [\`@libsql/\${target}\`, 'libsql'];
      try {
        return require(name);
      } catch {
        return require(require.resolve(name, { paths: [require.resolve(owner)] }));
      }`,
  },
  {
    file: 'detect-libc/lib/detect-libc.js',
    from: "const childProcess = require('child_process');",
    to: `const childProcess = {
      get exec() { return ${builtin('child_process')}.exec; },
      get execSync() { return ${builtin('child_process')}.execSync; },
    };`,
  },
];

const PREFIX = '\0left-out:';

/** All patches, as the bundler's plugin; it knows which of them have found what they are for. */
export function createPatches() {
  const found = new Set();
  return {
    plugin: {
      name: 'patches',
      resolveId(source, importer = '') {
        const library = /.*\/node_modules\/([^/]+)\//.exec(importer)?.[1] ?? '';
        const parts = Object.hasOwn(LEFT_OUT, library) ? LEFT_OUT[library] : {};
        if (!Object.hasOwn(parts, source)) return null;
        found.add(`${library}: ${source}`);
        return `${PREFIX}${library}:${source}`;
      },
      load(id) {
        if (!id.startsWith(PREFIX)) return null;
        const [library, ...source] = id.slice(PREFIX.length).split(':');
        return LEFT_OUT[library][source.join(':')];
      },
      transform(code, id) {
        let edited = code;
        for (const edit of EDITS.filter(({ file }) => id.endsWith(`/node_modules/${file}`))) {
          const next = edited.replaceAll(edit.from, edit.to);
          if (next === edited) throw unfit([nameOf(edit)]);
          edited = next;
          found.add(nameOf(edit));
        }
        return edited === code ? null : edited;
      },
    },
    /** Throws where a patch has found nothing in what was bundled: its library has changed. */
    check() {
      const missed = patchNames.filter((name) => !found.has(name));
      if (missed.length > 0) throw unfit(missed);
    },
  };
}

function nameOf({ file, from }) {
  return `${file}: ${from}`;
}

export const patchNames = [
  ...Object.entries(LEFT_OUT).flatMap(([library, parts]) =>
    Object.keys(parts).map((source) => `${library}: ${source}`),
  ),
  ...EDITS.map(nameOf),
];

function unfit(names) {
  return new Error(`a library has changed, and its patch no longer fits: ${names.join(', ')}`);
}
