import { tolerateSync } from '../core/tolerate.js';
import type { Files } from '../host/host.js';
import { isUnder } from '../state/own-files.js';
import { KEPT, type Paths, statePath } from '../state/paths.js';

/**
 * What a replayed run keeps on disk all the same: confirmations that it acknowledges, the embedded
 * bank, and how far a batch has come.
 */
const LASTING = /^(callbacks|batch|console|sandbox.*)$/;

/**
 * The files of a replayed run. No answer out of a recording may be taken for one of the bank, now or
 * later, so what is kept of a call lies in memory. The directories of payctl need not exist for that,
 * nor be such that they can be made.
 */
export function replayedFiles(
  files: Files,
  memory: Files,
  { state, config }: Pick<Paths, 'state' | 'config'>,
): Files {
  const inMemory = KEPT.state
    .filter((name) => !LASTING.test(name))
    .map((name) => statePath(state, name));
  const absent = [state, config].filter((directory) => !isThere(files, directory));
  const forWriting = (path: string) =>
    inMemory.some((place) => isUnder(path, place)) ? memory : files;
  const forReading = (path: string) =>
    absent.some((place) => isUnder(path, place)) ? memory : forWriting(path);
  return {
    ...files,
    read: (path) => forReading(path).read(path),
    open: (path) => forReading(path).open(path),
    list: (path) => forReading(path).list(path),
    names: (path) => forReading(path).names(path),
    stat: (path) => forReading(path).stat(path),
    isSameFile: (path, name) => forReading(path).isSameFile(path, name),
    create: (path, bytes) => forWriting(path).create(path, bytes),
    link: (path, name) => forWriting(path).link(path, name),
    append: (path, bytes) => forWriting(path).append(path, bytes),
    appendUnflushed: (path, bytes) => forWriting(path).appendUnflushed(path, bytes),
    replace: (path, bytes) => forWriting(path).replace(path, bytes),
    remove: (path) => forWriting(path).remove(path),
    makeDirectory: (path) => forWriting(path).makeDirectory(path),
    chmod: (path, mode) => forWriting(path).chmod(path, mode),
  };
}

function isThere(files: Files, directory: string): boolean {
  return tolerateSync(() => files.stat(directory)) !== undefined;
}
