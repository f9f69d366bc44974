import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WireRequest } from '../../../src/bank/wire.js';
import { isSettingName, settingVariable } from '../../../src/config/settings.js';
import { type Bank, type BankOptions, openBank } from '../../../src/sandbox/bank.js';
import { SANDBOX_PROFILE, TEST_PREFIX } from '../../../src/sandbox/seed/profile.js';
import type { BankMoment } from '../../../src/sandbox/server/request-handler.js';
import { serveBank } from '../../../src/sandbox/server/server.js';
import { afterFile } from '../../fixtures/leftovers.js';
import { freshMachine, type Machine } from '../../fixtures/machine.js';
import { quickMachine } from '../../fixtures/quick-machine.js';
import { FULL } from '../../fixtures/sizes.js';

export interface Bench {
  /** In this process, so that the truth is at hand. */
  bank: Bank;
  /** Against the bank over HTTP. What is started is the built command, and in full sizes all is. */
  machine: Machine;
  state: string;
  /** requestUIds of all money calls, in the order in which they came to the bank. */
  arrivals: string[];
  /** Of these, the ones that came without an intent on disk. */
  unannounced: string[];
  /** Hears of every money call; what it throws ends the bank's work on it. */
  onMoment: (moment: BankMoment, request: WireRequest) => void;
  close(): Promise<void>;
}

/** Runs a program that charges by the library as the command line after it says. */
export const LIBRARY: readonly string[] = [
  process.execPath,
  join(import.meta.dirname, 'library-charge.mjs'),
];

export const MONEY =
  /\/(pay|cancel|refund|qrcode\/cancel|qrcode\/void|(credit|debit)\/confirm|ddpay|rtp\/confirm)$/;

/** Closed after the tests of the file, if not before. */
export async function openBench(): Promise<Bench> {
  const machine = FULL ? freshMachine() : quickMachine();
  const state = `${machine.home}/.local/state/payctl`;
  const intents = intentsOf(join(state, 'journal'));
  const bank = await openBank({
    ...BANK_PARTS,
    path: join(machine.home, 'bank.db'),
    onMoment(moment, request) {
      const { requestuid, host } = request.headers;
      // What the test itself prepares at the bank comes in-process, not over HTTP.
      if (requestuid === undefined || host === undefined || !MONEY.test(request.url)) return;
      if (moment === 'received') {
        bench.arrivals.push(requestuid);
        if (!intents.has(requestuid)) bench.unannounced.push(requestuid);
      }
      bench.onMoment(moment, request);
    },
  });
  const listener = await serveBank(bank, { host: '127.0.0.1', port: 0 });
  let closed = false;
  const bench: Bench = {
    bank,
    machine,
    state,
    arrivals: [],
    unannounced: [],
    onMoment: () => undefined,
    async close() {
      if (closed) return;
      closed = true;
      await listener.close();
      bank.close();
      machine.dispose();
    },
  };
  afterFile(bench.close);
  Object.assign(machine.env, environmentOf(listener.url));
  return bench;
}

/** A bank in real time. */
export const BANK_PARTS: Pick<BankOptions, 'clock' | 'random' | 'settings'> = {
  clock: {
    now: () => Date.now(),
    sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
  },
  random: { bytes: (count) => randomBytes(count) },
  settings: { rateLimit: 0 },
};

/** What `sandbox serve` tells a person to export. */
export function environmentOf(url: string): Record<string, string> {
  const settings = { ...SANDBOX_PROFILE, baseUrl: url + TEST_PREFIX };
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) =>
      isSettingName(name) ? [[settingVariable(name), value]] : [],
    ),
  );
}

/** The intents on disk. Each file is read once: it holds its intent from the moment it appears. */
function intentsOf(directory: string): { has(requestUId: string): boolean } {
  const read = new Set<string>();
  const intents = new Set<string>();
  return {
    has(requestUId) {
      for (const name of existsSync(directory) ? readdirSync(directory) : []) {
        if (!/^[0-9a-f]{32}\.\d+\.jsonl$/.test(name) || read.has(name)) continue;
        read.add(name);
        const text = readFileSync(join(directory, name), 'utf8');
        for (const [, uid = ''] of text.matchAll(INTENT)) intents.add(uid);
      }
      return intents.has(requestUId);
    },
  };
}

const INTENT = /"type":"intent".*"requestUId":"(\w+)"/g;

/** For a run that believes it is `ms` later (or, below zero, earlier). */
export function atAnotherTime(ms: number): Record<string, string> {
  const code = `const now=Date.now;Date.now=()=>now()+(${ms});
    const up=process.hrtime.bigint;process.hrtime.bigint=()=>up()+BigInt(${ms}*1e6)`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}

/** Runs jobs side by side, as many as the machine has cores. */
export async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>) {
  const queue = [...items];
  const next = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all([next(), next()]);
}
