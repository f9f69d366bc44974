import type { PackedFile } from '../../host/gzip.js';
import type { ArchiveFile } from '../../journal/archive.js';
import type { Services } from '../../runtime/services.js';
import { absolutePath } from '../../runtime/user-file.js';

/** A compressed file that a person named. */
export async function packedFile(
  { host }: Services,
  flag: string,
  given: string,
): Promise<ArchiveFile> {
  const { outputPath } = await import('../../host/output-file.js');
  const path = outputPath(`${flag} ${JSON.stringify(given)}`, absolutePath(host, given));
  return (await packedFiles(host))(path);
}

export async function packedFiles(host: Services['host']): Promise<(path: string) => ArchiveFile> {
  const { PackedFile } = await import('../../host/gzip.js');
  return (path) => archiveFile(host, path, new PackedFile(path, randomSuffix(host)));
}

const randomSuffix = ({ random }: Services['host']) => Buffer.from(random.bytes(6)).toString('hex');

function archiveFile(host: Services['host'], path: string, file: PackedFile): ArchiveFile {
  return {
    name: path,
    isThere: () => host.files.statForeign(path) !== undefined,
    read: () => file.read(),
    flush: () => file.flush(),
    write: (text, check) => file.write(text, check),
  };
}
