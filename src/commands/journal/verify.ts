import { payctl } from '../../core/command-line.js';
import { PayctlError, usageError } from '../../core/errors.js';
import { fromPlain } from '../../core/json.js';
import { toData } from '../../core/message.js';
import { bangkokDate, channelDateTime } from '../../core/time.js';
import type { Verification } from '../../journal/verify.js';
import { checkpointMessages } from '../../messages/checkpoint.js';
import { journalCommand as messages } from '../../messages/journal-command.js';
import { type Command, command, type Result, type Screen } from '../../runtime/command.js';
import { option, text } from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import { moment } from '../../runtime/value-parsers.js';
import { auditLosses, verifyAudit } from '../../state/audit-chain.js';
import { BACKUP_COMMAND } from '../../state/claims.js';
import { openCheckpoint } from './checkpoint.js';
import { packedFile } from './packed-file.js';
import { usableJournal } from './usable-journal.js';

export const verify: Command = command({
  words: ['journal', 'verify'],
  step: 'harmless',
  summary: 'check every line of journal, audit, proposals and notes; exit 3 if one is damaged',
  parameters: {
    file: text('--archive <file>', 'an archive in place of the journal', {
      effect: 'reads',
    }),
    since: option(
      '--since <time>',
      'only charges started since then, and open ones; continues where a run stopped',
      moment,
    ),
    checkpoint: text('--checkpoint <file>', 'also name what was removed or changed since', {
      effect: 'reads',
    }),
    key: text('--key <file>', 'the key that must have signed the checkpoint, PEM', {
      effect: 'reads',
    }),
  },
  examples: ['payctl journal verify', 'payctl journal verify -o json'],
  dryRun: 'harmless',
  run: async (services, { since, file, checkpoint: given, key }) => {
    if (given !== undefined && (since !== undefined || file !== undefined)) {
      throw usageError(checkpointMessages.wholeJournal);
    }
    if (key !== undefined && given === undefined) {
      throw usageError(checkpointMessages.keyAlone);
    }
    if (file !== undefined) return verifyFile(services, file);
    const { verify: check } = await import('../../journal/verify.js');
    const { door, stopping } = services;
    const progress = door.progress('journal verify');
    let reached = 0;
    const journal = await usableJournal(services);
    const compared =
      given === undefined ? undefined : await openCheckpoint(services, journal, given, key);
    const verification = await check(journal, {
      since,
      onClaim: compared && ((inspection) => compared.comparison.compare(inspection)),
      stopping,
      onProgress(claims, at) {
        reached = at;
        void progress.update(claims, channelDateTime(at));
      },
    });
    await progress.clear();
    const { files } = services.host;
    const { state } = services.paths;
    const audit = verifyAudit(files, state, since === undefined ? '' : bangkokDate(since));
    verification.faults.push(...audit.faults);
    const { verifyDesk } = await import('../../state/desk-verify.js');
    const desk = await verifyDesk(await services.desk(), {
      stopping,
      onEvent: compared && ((event) => compared.desk.compare(event)),
    });
    verification.faults.push(...desk.faults);
    if (compared && !stopping.aborted) {
      verification.faults.push(
        ...(await compared.comparison.faults()),
        ...compared.desk.faults(),
        ...auditLosses(files, state, { ...compared.checkpoint, heads: compared.auditHeads }),
      );
    }
    return {
      data: toData({
        ...verification,
        auditLines: audit.lines,
        deskEvents: desk.events,
        ...(compared && { checkpoint: compared.checkpoint }),
      }),
      ...(isWhole(verification, stopping) && {
        table: ({ say }: Screen) =>
          `${say(messages.whole(verification.claims, verification.lines))}\n`,
      }),
      problem: verificationProblem(verification, stopping.aborted && reached),
    };
  },
});

function isWhole({ faults }: Verification, stopping: AbortSignal): boolean {
  return faults.length === 0 && !stopping.aborted;
}

/** Damage comes first; `stoppedAt` is the start of the last charge that was looked at. */
function verificationProblem(
  { faults }: Verification,
  stoppedAt: number | false,
): PayctlError | undefined {
  if (faults.length > 0) {
    return new PayctlError('CONFIG', messages.damaged(faults.length), {
      details: faults,
      hint: faults.every(({ fix }) => fix === BACKUP_COMMAND) ? BACKUP_COMMAND : messages.keepFiles,
    });
  }
  if (stoppedAt === false) return undefined;
  const since = stoppedAt > 0 ? ['--since', channelDateTime(stoppedAt)] : [];
  return new PayctlError('UNAVAILABLE', messages.stopped, {
    hint: payctl`journal verify ${since}`,
  });
}

/** `journal verify` of an archive in place of the journal. */
async function verifyFile(services: Services, given: string): Promise<Result> {
  const file = await packedFile(services, '--archive', given);
  const { DamagedArchive, verifyArchive } = await import('../../journal/archive-file.js');
  try {
    const contents = await verifyArchive(file.read());
    return { data: fromPlain({ file: file.name, ...contents, faults: [] }) };
  } catch (error) {
    if (!(error instanceof DamagedArchive)) throw error;
    const { line, why } = error;
    const faults = [{ file: file.name, line, why }];
    return { data: toData({ file: file.name, faults }), problem: error };
  }
}
