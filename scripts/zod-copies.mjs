import { readFileSync } from 'node:fs';

/**
 * Who has a copy of zod: the server of MCP, which needs all of it, and the readers of plans, mappings
 * and settings of the served bank. Shared with them, every kind of schema that they use would lie in
 * the code of a call, and be made by each.
 */
const COPIES = {
  '?mcp': /\/@modelcontextprotocol\//,
  '?documents':
    /\/src\/(core\/yaml|smoke\/plan|reconcile\/mapping-file|sandbox\/server\/server)\.ts$/,
};

export const zodCopies = {
  name: 'zod-copies',
  async resolveId(source, importer = '') {
    const copy = copyOf(importer) ?? (/^zod\b/.test(source) ? copyFor(importer) : undefined);
    if (copy === undefined) return null;
    const from = importer.endsWith(copy) ? importer.slice(0, -copy.length) : importer;
    const found = await this.resolve(source, from, { skipSelf: true });
    return found && { ...found, id: found.id + copy };
  },
  load(id) {
    const copy = copyOf(id);
    return copy === undefined ? null : readFileSync(id.slice(0, -copy.length), 'utf8');
  },
};

function copyOf(id) {
  return Object.keys(COPIES).find((copy) => id.endsWith(copy));
}

function copyFor(importer) {
  return Object.keys(COPIES).find((copy) => COPIES[copy].test(importer));
}
