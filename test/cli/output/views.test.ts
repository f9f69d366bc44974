import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { findOperation, loadCatalogue } from '../../../src/bank/families.js';

const operations = await loadCatalogue();

/** The schemas of all answers of a family, in which field names stand as keys. */
function schemasOf(family: string): string {
  return operations
    .filter(({ id }) => id.startsWith(`${family}.`))
    .map(({ data }) =>
      JSON.stringify(z.toJSONSchema(data, { unrepresentable: 'any', io: 'input' })),
    )
    .join();
}

describe('views', () => {
  it.each(operations.map(({ id }) => id))('of %s name fields of its family', async (id) => {
    const schemas = schemasOf(id.split('.', 1).join(''));
    const { rows = '', fields = [] } = (await findOperation(id))?.view ?? {};
    const names = [rows, ...fields].flatMap((path) => path.split('.').filter(Boolean));
    expect(names.filter((name) => !schemas.includes(`"${name}":`))).toEqual([]);
  });

  it('has none for what the catalogue does not have', async () => {
    expect(await findOperation('journal.verify')).toBeUndefined();
    expect(await findOperation('ewallet.constructor')).toBeUndefined();
  });
});
