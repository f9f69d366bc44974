import { readFileSync } from 'node:fs';

const COPY = '?mcp';

/**
 * A copy of zod for the server of MCP, which needs all of it. Shared with it, every function that it
 * uses would lie in the code of a call, too.
 */
export const zodOfMcp = {
  name: 'zod-of-mcp',
  async resolveId(source, importer = '') {
    const isCopy = importer.endsWith(COPY);
    if (!isCopy && !(importer.includes('/@modelcontextprotocol/') && /^zod\b/.test(source)))
      return null;
    const from = isCopy ? importer.slice(0, -COPY.length) : importer;
    const found = await this.resolve(source, from, { skipSelf: true });
    return found && { ...found, id: found.id + COPY };
  },
  load: (id) => (id.endsWith(COPY) ? readFileSync(id.slice(0, -COPY.length), 'utf8') : null),
};
