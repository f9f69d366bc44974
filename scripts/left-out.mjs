/**
 * Parts that got and conf import and payctl never uses: caches, HTTP/2, a DNS cache, form data,
 * decompression, JSON Schema. Each is replaced by the names that are imported from it, because
 * together they cost more time at start than the rest of a call.
 */
const LEFT_OUT = {
  'cacheable-request': `export default class CacheableRequest {}
    export class CacheError extends Error {}`,
  'cacheable-lookup': 'export default class CacheableLookup {}',
  'http2-wrapper': 'export default { auto() {}, Agent: class {} };',
  'form-data-encoder': 'export class FormDataEncoder {} export const isFormData = () => false;',
  'decompress-response': 'export default (response) => response;',
  'ajv/dist/2020.js': 'export class Ajv2020 {}',
  'ajv-formats': 'export default function addFormats() {}',
};

const PREFIX = '\0left-out:';

export const leftOut = {
  name: 'left-out',
  resolveId: (source) => (Object.hasOwn(LEFT_OUT, source) ? PREFIX + source : null),
  load: (id) => (id.startsWith(PREFIX) ? LEFT_OUT[id.slice(PREFIX.length)] : null),
};
