import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from '../../../src/client/outcome.js';
import type { BatchOptions } from '../../../src/commands/batch/options.js';
import { resultLines } from '../../../src/commands/batch/result-lines.js';
import { wording } from '../../../src/messages/wording.js';
import type { Command, Result } from '../../../src/runtime/command.js';
import { UNATTENDED } from '../../../src/runtime/door.js';
import type { RunOptions } from '../../../src/runtime/run-options.js';
import { fakeHost } from '../../fixtures/fake-host.js';
import type { Checks, Parts } from '../parts.js';

const SIGNALS = {
  first: new AbortController().signal,
  second: new AbortController().signal,
  received: undefined,
  inFlight: new Set(),
};

const OPTIONS: RunOptions = {
  selection: { sandbox: false, settings: {} },
  output: { format: 'json' },
  dryRun: false,
  isConfirmed: false,
  showPersonal: false,
};

const NOTHING_GIVEN = { options: {}, words: [], names: [] };

/** What a command sees of a machine. */
function servicesOn(parts: Parts, host: ReturnType<typeof fakeHost>) {
  return new parts.Services(host, OPTIONS, SIGNALS, UNATTENDED);
}

/** A batch at work on a real disk; meanwhile `other` is done to its files. */
async function batchOn(
  parts: Parts,
  other: (
    directory: string,
    begin: (out: string, checkpoint: string) => Promise<boolean>,
  ) => Promise<boolean>,
  write = false,
): Promise<boolean> {
  const directory = mkdtempSync(join(tmpdir(), 'payctl-batch-'));
  const host = fakeHost({ env: { PAYCTL_STATE_DIR: directory } });
  const services = servicesOn(parts, {
    ...host,
    files: { ...host.files, ...parts.diskFiles(() => 'x') },
  });
  const optionsOf = (out: string, checkpoint: string): BatchOptions => ({
    file: 'rows.csv',
    concurrency: 1,
    shard: { part: 1, of: 1 },
    ordered: true,
    resume: false,
    output: 'jsonl',
    isUsualRate: true,
    bom: false,
    once: false,
    out: join(directory, out),
    checkpoint: join(directory, checkpoint),
    raw: { fields: [], rawFields: [] },
  });
  const about = (identity: string) => ({ identity, lines: resultLines('jsonl') });
  /** Whether another run may begin. */
  const begin = (out: string, checkpoint: string): Promise<boolean> =>
    parts
      .withFiles(services, optionsOf(out, checkpoint), about('other'), async () => true)
      .catch(() => false);
  try {
    return await parts.withFiles(
      services,
      optionsOf('out', 'rows'),
      about('it'),
      async ({ out }) => {
        const said = await other(directory, begin);
        if (!write) return said;
        try {
          out?.write('{}\n');
          return false;
        } catch {
          return said;
        }
      },
    );
  } finally {
    rmSync(directory, { recursive: true });
  }
}

export const RUN = {
  'one run at a time writes the results of a batch': async (parts) =>
    batchOn(parts, async (_, begin) => !(await begin('out', 'another'))),
  'one run at a time has the checkpoint of a batch': async (parts) =>
    batchOn(parts, async (_, begin) => !(await begin('another', 'rows'))),

  async 'nothing is written after the lock is lost'(parts) {
    const lose = async (directory: string) => {
      rmSync(join(directory, 'rows.lock'));
      return true;
    };
    return batchOn(parts, lose, true);
  },

  async 'a failure of the output hides no charge'(parts) {
    const host = fakeHost();
    const outcome: Outcome = {
      class: 'SUCCESS',
      executed: 'yes',
      operation: 'ewallet.pay',
      request: { method: 'POST', url: 'https://bank.example/', requestUId: 'x'.repeat(32) },
      message: wording.quoted('paid'),
    };
    class Charged extends parts.Services {
      override charged = () => outcome;
      override mayHaveCharged = () => true;
    }
    const services = new Charged(host, OPTIONS, SIGNALS, UNATTENDED);
    const command: Command = {
      words: ['ewallet', 'pay'],
      summary: 'pays',
      examples: [],
      run: async () => ({ outcome, data: {} }),
    };
    const door = {
      ...UNATTENDED,
      receive: async (result: Result) => result,
      show: () => Promise.reject(new Error('the disk is full')),
      fail: async () => undefined,
    };
    const ended = await parts
      .carryOut(command, NOTHING_GIVEN, services, door)
      .catch(() => undefined);
    return ended?.exitClass === 'SUCCESS';
  },
} satisfies Checks;
