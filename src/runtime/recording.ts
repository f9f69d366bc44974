import type { TokenStore } from '../client/connection.js';
import { type Recorder, recorder } from '../client/recording/recorder.js';
import { seedLine, startLine } from '../client/recording/recording.js';
import { Replay } from '../client/recording/replay.js';
import { replayedTokens } from '../client/recording/replayed-tokens.js';
import { usageError } from '../core/errors.js';
import { oncePer } from '../core/once.js';
import { tolerateSync } from '../core/tolerate.js';
import type { Files, Host } from '../host/host.js';
import { memoryFiles } from '../host/memory-files.js';
import { outputPath } from '../host/output-file.js';
import type { Signals } from '../host/signals.js';
import { running } from '../messages/running.js';
import { checkOwn } from '../state/own-files.js';
import type { Tell } from './door.js';
import { absolutePath, tryUserFile } from './user-file.js';

/** Where the exchanges of a run go, or come from. */
export interface Recording {
  record?: Recorder;
  replay?: Replay;
  /** What a replay remembers in place of the state directory. */
  memory?: Files;
  tokens?: TokenStore;
  /** The seed of a plan's random texts: the recorded one, else `fresh`. */
  seedOf?(plan: string, fresh: string): string;
}

/**
 * Opens what PAYCTL_RECORD or PAYCTL_REPLAY names, and says so: once for the signals of a process, because
 * all commands that run in it share a recording, and the place in it.
 */
export const openRecording = oncePer((_: Signals, host: Host, tell: Tell) => open(host, tell));

async function open(host: Host, tell: Tell): Promise<Recording> {
  const { PAYCTL_RECORD: recordTo, PAYCTL_REPLAY: replayFrom } = host.env;
  if (recordTo && replayFrom) {
    throw usageError(running.recordAndReplay, running.unsetOne);
  }
  if (replayFrom) {
    const replay = readReplay(host, replayFrom);
    // Not a note, which --quiet hides: whoever reads the result must know where it comes from.
    await tell(running.replaying(replayFrom), 'warning');
    return {
      replay,
      memory: memoryFiles(),
      tokens: replayedTokens(host.clock),
      seedOf: (plan, fresh) => replay.nextSeed(plan) ?? fresh,
    };
  }
  if (!recordTo) return {};
  const write = writerTo(host, recordTo, tell);
  await tell(running.recording(recordTo), 'fact');
  return {
    record: recorder(write),
    seedOf(plan, fresh) {
      write(seedLine({ plan, seed: fresh }));
      return fresh;
    },
  };
}

const MAX_RECORDING_BYTES = 64 * 1024 * 1024;

function readReplay(host: Host, name: string): Replay {
  const bytes = tryUserFile(() =>
    host.files.readForeign(absolutePath(host, name), MAX_RECORDING_BYTES),
  );
  if (bytes === undefined) {
    throw usageError(running.noRecording(name), running.recordFirst);
  }
  return new Replay(new TextDecoder().decode(bytes), name);
}

const NEWLINE = 10;

/** Appends whole lines, so that several processes may record to one file. */
function writerTo(
  { files, platform, cwd, clock }: Host,
  name: string,
  tell: Tell,
): (line: string) => void {
  const path = outputPath('PAYCTL_RECORD', name.startsWith('/') ? name : `${cwd}/${name}`);
  const bytes = new TextEncoder();
  if (checkOwn(files, path)) {
    // It may come from a checkout, with the modes of one.
    if (platform !== 'win32') files.chmod(path, 0o600);
    const isTorn = (files.read(path)?.at(-1) ?? NEWLINE) !== NEWLINE;
    if (isTorn) files.append(path, bytes.encode('\n'));
  } else files.create(path, bytes.encode(`${startLine({ startedAt: clock.now() })}\n`));
  return (line) =>
    tolerateSync(
      () => files.append(path, bytes.encode(`${line}\n`)),
      // The call was made: what it did decides, not what could be written of it.
      ({ said }) => void tell(running.notRecorded(said), 'warning'),
    );
}
