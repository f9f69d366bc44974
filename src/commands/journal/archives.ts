import { join } from 'node:path';
import { usageError } from '../../core/errors.js';
import type { Archives } from '../../journal/retain.js';
import { retention } from '../../messages/retention.js';
import type { Services } from '../../runtime/services.js';
import { absolutePath } from '../../runtime/user-file.js';
import { packedFiles } from './packed-file.js';

/** Ends the name of an empty file beside an archive until all of its charges are taken out of the journal. */
const MARK = '.unfinished';
/** An archive while it is written, under the name of its process. */
const TEMPORARY = /^charges-\d{4}-\d\d(?:-\d+)?\.jsonl\.gz\.[0-9a-f]{12}\.tmp$/;
/** Nobody writes one for so long: whoever began it was killed. */
const ABANDONED_MS = 3_600_000;

/** The directory of archives that a person named; made where it is missing. */
export async function openArchives({ host }: Services, given: string): Promise<Archives> {
  const { files } = host;
  const directory = absolutePath(host, given);
  if (files.statForeign(directory)?.isFile) throw usageError(retention.notADirectory(given));
  files.makeDirectory(directory);
  const open = await packedFiles(host);
  return {
    unfinished() {
      removeAbandoned(host, directory);
      const marks = files.list(directory).filter((name) => name.endsWith(MARK));
      return marks.map((name) => open(join(directory, name.slice(0, -MARK.length))));
    },
    begin(month) {
      for (let number = 1; ; number += 1) {
        const name = `charges-${month}${number === 1 ? '' : `-${number}`}.jsonl.gz`;
        const path = join(directory, name);
        const isFree = files.statForeign(path) === undefined;
        if (isFree && files.create(path + MARK, new Uint8Array())) return open(path);
      }
    },
    finish: (file) => files.remove(file.name + MARK),
  };
}

function removeAbandoned({ files, clock }: Services['host'], directory: string): void {
  for (const name of files.list(directory).filter((one) => TEMPORARY.test(one))) {
    const path = join(directory, name);
    const { modifiedAt = Number.POSITIVE_INFINITY } = files.statForeign(path) ?? {};
    if (clock.now() - modifiedAt > ABANDONED_MS) files.remove(path);
  }
}
