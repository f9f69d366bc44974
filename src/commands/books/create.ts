import { createBook } from '../../books/create.js';
import type { Host } from '../../host/host.js';
import { bookCommands as words } from '../../messages/books.js';
import { readMapping } from '../../reconcile/mapping-file.js';
import type { Result } from '../../runtime/command.js';
import type { Context } from '../../runtime/context.js';
import { readUserText } from '../../runtime/user-text.js';
import { checkBookName } from '../../state/book-names.js';
import { CUTOFF } from '../reconcile/values.js';
import { createDesk, withBook } from './desk.js';
import { shownStatus } from './read.js';

interface Given {
  name: string;
  ordersMap: string | undefined;
  bankMap: string | undefined;
  opening: string | undefined;
  tolerance: number | undefined;
  cutoff: number | undefined;
}

const LONGEST_MAPPING = 1024 * 1024;
const LONGEST_OPENING = 64 * 1024 * 1024;

export async function run(context: Context, given: Given): Promise<Result> {
  const { host, services, note } = context;
  const { name, opening } = given;
  checkBookName(name);
  await createBook(await services.books(), createDesk(context), {
    name,
    ordersMap: await mappingIn(host, given.ordersMap),
    bankMap: await mappingIn(host, given.bankMap),
    tolerance: given.tolerance ?? 0,
    cutoff: given.cutoff ?? CUTOFF,
    opening:
      opening === undefined
        ? undefined
        : { file: opening, text: await readUserText(host, opening, LONGEST_OPENING) },
  });
  await note(words.made(name));
  return withBook(context, name, shownStatus);
}

/** The mapping as it was written, once it is known to be one. */
async function mappingIn(host: Host, file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const yaml = await readUserText(host, file, LONGEST_MAPPING);
  readMapping(yaml, file);
  return yaml;
}
