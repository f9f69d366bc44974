import type { KeyObject } from 'node:crypto';
import { PayctlError, usageError } from '../../core/errors.js';
import { fromPlain } from '../../core/json.js';
import { tryOrUndefined } from '../../core/try-or-undefined.js';
import type { Checkpoint } from '../../journal/checkpoint.js';
import type { Comparison } from '../../journal/checkpoint-comparison.js';
import type { DeskComparison } from '../../journal/covered-desk.js';
import type { Journal } from '../../journal/journal.js';
import { checkpointMessages as messages } from '../../messages/checkpoint.js';
import { type Command, command } from '../../runtime/command.js';
import { option, text } from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import { absolutePath } from '../../runtime/user-file.js';
import { type AuditHead, auditHeads } from '../../state/audit-chain.js';
import { readNamedFile, refuseOpenKey } from '../../state/own-files.js';
import { packedFile } from './packed-file.js';
import { usableJournal } from './usable-journal.js';

export const checkpoint: Command = command({
  words: ['journal', 'checkpoint'],
  summary: 'sign what the journal has now, so that nobody can remove or change it unseen',
  notes: [
    'Keep the file and the public key where nobody who can write the journal can. Later, journal verify --checkpoint FILE names each charge, proposal and note that was removed, changed or back-dated, also where its chain was written anew.',
    'The key is Ed25519, in PEM: openssl genpkey -algorithm ed25519 -out checkpoint.pem',
  ],
  parameters: {
    key: text('--key <file>', 'the private key that signs, PEM', { effect: 'reads' }),
    out: option('--out <file>', 'a new file whose name ends in .jsonl.gz', (file) => file, {
      effect: 'writes',
    }),
  },
  examples: [
    'openssl genpkey -algorithm ed25519 -out checkpoint.pem',
    'chmod 600 checkpoint.pem',
    'payctl journal checkpoint --key checkpoint.pem --out 2026-01-31.jsonl.gz',
    'payctl journal checkpoint --key checkpoint.pem --out 2026-02-28.jsonl.gz -o json',
    'payctl journal verify --checkpoint 2026-01-31.jsonl.gz --key checkpoint.pem',
  ],
  run: async (services, { key: keyPath, out }) => {
    if (keyPath === undefined || out === undefined || out === '') throw usageError(messages.needs);
    const key = await readKey(services, keyPath, 'private');
    const file = await packedFile(services, '--out', out);
    if (file.isThere()) throw usageError(messages.isThere(file.name));
    const written = await write(services, await usableJournal(services), key, file);
    return { data: fromPlain({ file: file.name, ...written }) };
  },
});

async function write(
  services: Services,
  journal: Journal,
  key: KeyObject,
  file: Awaited<ReturnType<typeof packedFile>>,
): Promise<Checkpoint> {
  const { host, door, stopping } = services;
  const { checkpointLines, readCheckpoint } = await import('../../journal/checkpoint.js');
  const progress = door.progress('journal checkpoint');
  const at = new Date(host.clock.now()).toISOString();
  const lines = checkpointLines(journal, at, {
    key,
    heads: auditHeads(host.files, services.paths.state),
    desk: await services.desk(),
    onProgress(claims) {
      if (stopping.aborted) throw new PayctlError('UNAVAILABLE', messages.stopped);
      void progress.update(claims);
    },
  });
  let written: Checkpoint | undefined;
  await file.write(lines, async (text) => {
    written = toHeader(await readCheckpoint(text, key));
  });
  await progress.clear();
  if (written === undefined) throw new TypeError('a checkpoint was written and not read back');
  return written;
}

/** What `journal verify --checkpoint` compares the journal with. */
export async function openCheckpoint(
  services: Services,
  journal: Journal,
  given: string,
  keyPath: string | undefined,
): Promise<{
  checkpoint: Checkpoint;
  comparison: Comparison;
  desk: DeskComparison;
  auditHeads: readonly AuditHead[];
}> {
  const { readCheckpoint } = await import('../../journal/checkpoint.js');
  const { Comparison, compareDesk } = await import('../../journal/checkpoint-comparison.js');
  const key = keyPath === undefined ? undefined : await readKey(services, keyPath, 'public');
  const file = await packedFile(services, '--checkpoint', given);
  const read = await readCheckpoint(file.read(), key);
  const checkpoint = toHeader(read);
  if (key === undefined) await services.warn(messages.anyKey(checkpoint.key));
  const comparison = new Comparison(journal, read, () => file.read());
  return { checkpoint, comparison, desk: compareDesk(read), auditHeads: read.auditHeads };
}

function toHeader({ at, claims, sha256, key }: Checkpoint): Checkpoint {
  return { at, claims, sha256, key };
}

async function readKey(
  { host }: Services,
  given: string,
  kind: 'private' | 'public',
): Promise<KeyObject> {
  const path = absolutePath(host, given);
  const bytes = readNamedFile(host, path, 64 * 1024);
  const pem = Buffer.from(bytes ?? '').toString();
  if (kind === 'private') refuseOpenKey(host, path, given);
  const { createPrivateKey, createPublicKey } = await import('node:crypto');
  const key = tryOrUndefined(() =>
    kind === 'private' ? createPrivateKey(pem) : createPublicKey(pem),
  );
  if (key?.asymmetricKeyType === 'ed25519') return key;
  throw usageError(messages.noKey('--key', given), messages.makeKey);
}
