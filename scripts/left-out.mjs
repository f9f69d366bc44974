/**
 * The tests of values that got asks for. The library has 200, and loads the data of a language for
 * its error messages; what payctl hands to got is typed, so nothing is asserted.
 */
const TESTS = `
  import { isPromise, isTypedArray, isGeneratorObject } from 'node:util/types';
  const ofType = (type) => (value) => typeof value === type;
  const isObject = (value) => value !== null && ['object', 'function'].includes(typeof value);
  const has = (name) => (value) => typeof value?.[name] === 'function';
  export const isBuffer = (value) => Buffer.isBuffer(value);
  const is = {
    undefined: ofType('undefined'), string: ofType('string'), boolean: ofType('boolean'),
    function: ofType('function'), number: (value) => typeof value === 'number' && !Number.isNaN(value),
    null: (value) => value === null, object: isObject, array: Array.isArray, buffer: isBuffer,
    nodeStream: (value) => isObject(value) && has('pipe')(value),
    urlInstance: (value) => value instanceof URL, promise: isPromise, typedArray: isTypedArray,
    plainObject: (value) => isObject(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value)),
    iterable: has(Symbol.iterator), asyncIterable: has(Symbol.asyncIterator),
    generator: isGeneratorObject, asyncGenerator: isGeneratorObject,
    nonEmptyString: (value) => typeof value === 'string' && value !== '',
  };
  export default is;
  export const assert = new Proxy({}, { get: () => () => {} });`;

/**
 * Whole modules that a library imports and payctl never uses, each replaced by one that has the
 * names which are imported from it. Together they cost a call more than the rest of got does. Of
 * got: caches, HTTP/2, a DNS cache, form data, decompression; of conf: JSON Schema.
 */
const LEFT_OUT = {
  got: {
    'cacheable-request': `export default class CacheableRequest {}
      export class CacheError extends Error {}`,
    'cacheable-lookup': 'export default class CacheableLookup {}',
    'http2-wrapper': 'export default { auto() {}, Agent: class {} };',
    'form-data-encoder': 'export class FormDataEncoder {} export const isFormData = () => false;',
    'decompress-response': 'export default (response) => response;',
    '@sindresorhus/is': TESTS,
    './as-promise/index.js': 'export default () => {};',
    './timed-out.js': `export class TimeoutError extends Error {}
      export default () => () => {};`,
    './utils/timer.js': 'export default () => {};',
  },
  commander: {
    // Subcommands that are programs of their own.
    'node:child_process': 'module.exports = {};',
    './help.js': 'exports.Help = class {};',
    './lib/help.js': 'exports.Help = class {};',
    './suggestSimilar': 'module.exports = {};',
  },
  libsql: {
    // Asks for a report of the whole process, 5 ms, to tell one C library from another. libsql then
    // looks by itself whether the one of most systems is there after all.
    '@neon-rs/load': `const suffix = { linux: '-musl', win32: '-msvc' }[process.platform] ?? '';
      exports.currentTarget = () => process.platform + '-' + process.arch + suffix;
      exports.load = () => {};`,
  },
  // Runs a program to tell one C library from another where no file of the system says it.
  'detect-libc': { child_process: 'module.exports = {};' },
  conf: {
    'ajv/dist/2020.js': 'export class Ajv2020 {}',
    'ajv-formats': 'export default function addFormats() {}',
    // Asks for the home directory while it is loaded, and there may be none.
    'env-paths': 'export default () => ({});',
  },
};

const PREFIX = '\0left-out:';

const resolved = new Set();

export const leftOut = {
  name: 'left-out',
  resolveId(source, importer = '') {
    const library = /.*\/node_modules\/([^/]+)\//.exec(importer)?.[1] ?? '';
    if (LEFT_OUT[library]?.[source] === undefined) return null;
    resolved.add(`${library}: ${source}`);
    return `${PREFIX}${library}:${source}`;
  },
  load(id) {
    if (!id.startsWith(PREFIX)) return null;
    const [library, ...source] = id.slice(PREFIX.length).split(':');
    return LEFT_OUT[library][source.join(':')];
  },
};

/** Throws where a library no longer imports what is left out of it. */
export function checkLeftOut() {
  const names = Object.entries(LEFT_OUT).flatMap(([library, parts]) =>
    Object.keys(parts).map((source) => `${library}: ${source}`),
  );
  const missed = names.filter((name) => !resolved.has(name));
  if (missed.length > 0) throw new Error(`no longer imported: ${missed.join(', ')}`);
}
