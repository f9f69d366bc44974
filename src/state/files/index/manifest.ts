import { join } from 'node:path';
import { isRecord } from '../../../core/fields.js';
import { sealLine, unsealLine } from '../../../core/sealed-log.js';
import type { Files, OpenFile } from '../../../host/host.js';
import { asBuffer } from '../lines.js';
import type { RunName } from './run.js';

const VERSION = 1;
const NAME = 'manifest.json';

/** How far an index has read what it is made of. */
export interface Progress {
  /** Bytes of each file that are in it. */
  files: readonly FileProgress[];
  /** Keys that must be looked at themselves, each with the number of its newest part. */
  open: readonly (readonly [key: string, newest: number])[];
  /** When the directory had changed last, at moments at which all in it was known. */
  marks: readonly number[];
  /** Boot of the machine, and moment, at which the directory was last listed. */
  boot: string;
  listedAt: number;
}

export interface FileProgress {
  name: string;
  to: number;
  /** How many lines that is, where they are counted. */
  lines?: number;
  /** The last bytes before: another file under the name has others. */
  tail: string;
}

export interface Manifest extends Progress {
  runs: readonly RunName[];
}

/** undefined where there is none, or one that another version or a damaged disk has left. */
export function readManifest(files: Files, directory: string): Manifest | undefined {
  const bytes = files.read(join(directory, NAME));
  const sealed = bytes && unsealLine(Buffer.from(bytes).toString().trimEnd(), 64);
  if (sealed === undefined || typeof sealed === 'string') return undefined;
  const value: unknown = JSON.parse(sealed.json);
  return isRecord(value) && value.v === VERSION && isManifest(value) ? value : undefined;
}

export function writeManifest(files: Files, directory: string, manifest: Manifest): void {
  const { text } = sealLine(JSON.stringify({ v: VERSION, ...manifest }), 64);
  files.replace(join(directory, NAME), Buffer.from(text));
}

/** Its checksum fits and its version is ours: what is left is to tell the compiler. */
function isManifest(value: object): value is Manifest {
  return ['files', 'open', 'marks', 'boot', 'listedAt', 'runs'].every((name) => name in value);
}

const TAIL_BYTES = 32;

/** By this a file that was exchanged is told from one that was added to. */
export function tailOf(file: OpenFile, to: number): string {
  const from = Math.max(0, to - TAIL_BYTES);
  return asBuffer(file.read(from, to - from)).toString();
}
