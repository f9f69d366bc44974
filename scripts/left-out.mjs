/** Loads one of Node's own modules where it stands: the bundler's way copies all that is in it. */
const builtin = (name) => `process.getBuiltinModule('node:${name}')`;

/** Node's own modules as got wants them; those for TLS are loaded by a call that uses it. */
const BUILTINS = {
  'node:process': 'export default process;',
  'node:net': `export default ${builtin('net')};`,
  'node:diagnostics_channel': `export default ${builtin('diagnostics_channel')};`,
  'node:http': `const http = ${builtin('http')};
    export const { ServerResponse } = http;
    export default http;`,
  'node:https': `export default { get request() { return ${builtin('https')}.request; } };`,
  'node:tls': `export const checkServerIdentity = (...about) =>
      ${builtin('tls')}.checkServerIdentity(...about);`,
};
/**
 * Parts that a library imports and payctl never uses, each replaced by the names that are imported
 * from it, because together they cost more time at start than the rest of a call. Of got: caches,
 * HTTP/2, a DNS cache, form data, decompression; of conf: JSON Schema; of commander: subcommands
 * that are programs of their own.
 */
const LEFT_OUT = {
  got: {
    'cacheable-request': `export default class CacheableRequest {}
      export class CacheError extends Error {}`,
    'cacheable-lookup': 'export default class CacheableLookup {}',
    'http2-wrapper': 'export default { auto() {}, Agent: class {} };',
    'form-data-encoder': 'export class FormDataEncoder {} export const isFormData = () => false;',
    'decompress-response': 'export default (response) => response;',
    ...BUILTINS,
  },
  conf: {
    'ajv/dist/2020.js': 'export class Ajv2020 {}',
    'ajv-formats': 'export default function addFormats() {}',
    // Asks for the home directory while it is loaded, and there may be none.
    'env-paths': 'export default () => ({});',
  },
  commander: { 'node:child_process': 'module.exports = {};' },
};

const PREFIX = '\0left-out:';

export const leftOut = {
  name: 'left-out',
  resolveId(source, importer = '') {
    const library = /.*\/node_modules\/([^/]+)\//.exec(importer)?.[1] ?? '';
    const parts = Object.hasOwn(LEFT_OUT, library) ? LEFT_OUT[library] : {};
    return Object.hasOwn(parts, source) ? `${PREFIX}${library}:${source}` : null;
  },
  load(id) {
    if (!id.startsWith(PREFIX)) return null;
    const [library, ...source] = id.slice(PREFIX.length).split(':');
    return LEFT_OUT[library][source.join(':')];
  },
};
