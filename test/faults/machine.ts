import type { Caller } from '../../src/client/caller.js';
import type { Connection } from '../../src/client/connection.js';
import type { Transport } from '../../src/client/transport.js';
import type { ProcessMark } from '../../src/host/host.js';
import type { Journal } from '../../src/journal/journal.js';
import { wording } from '../../src/messages/wording.js';
import type { Chance } from './chance.js';
import { createDisk, cutPower, type Disk, filesOf, type Plan, stepsOf } from './disk.js';
import type { ModelBank, Reply } from './model-bank.js';
import type { Parts } from './parts.js';
import type { Process, World } from './world.js';

const BASE_URL = 'https://bank.example/partners';
const BOOT_ID = '00000000-0000-4000-8000-00000000000';
export const SOUND: Plan = { dieAtStep: 0, failAtStep: 0, forGood: false };

/** What a run of the program has in its hands. */
export interface Run {
  journal: Journal;
  caller: Caller;
  connection: Connection;
  plan: Plan;
  /** Paths of all requests that left. */
  sent: string[];
}

/** One computer: a disk, a boot, and the processes on it. */
export interface Machine {
  readonly disk: Disk;
  readonly processes: Process[];
  /** In a container of its own pid namespace, or beside all others that name none. */
  start(plan: Plan, flow: (run: Run) => Promise<void>, container?: number): Process;
  /** All processes end, unflushed writes are gone, a new boot begins. */
  powerCut(): void;
  /** Somebody sets its clock this far from the true time. */
  setClock(ms: number): void;
}

export function createMachine(
  parts: Parts,
  world: World,
  chance: Chance,
  bank: ModelBank,
): Machine {
  let boot = 1;
  let bootedAt = world.now();
  let set = 0;
  const machine: Machine = {
    disk: createDisk(),
    processes: [],
    start(plan, flow, container = 0) {
      const process = world.spawn((self) => flow(runOf(self, plan, container)));
      machine.processes.push(process);
      return process;
    },
    setClock(ms) {
      set = ms;
    },
    powerCut() {
      for (const process of machine.processes) process.kill();
      cutPower(machine.disk);
      boot += 1;
      bootedAt = world.now();
    },
  };

  function runOf(process: Process, plan: Plan, container: number): Run {
    const failure = () =>
      new parts.PayctlError('CONFIG', wording.quoted('cannot write: the disk is full'));
    const steps = stepsOf(process, plan, chance, failure);
    const clock = { now: () => world.now() + set, sleep: (ms: number) => process.sleep(ms) };
    const random = { bytes: (count: number) => chance.bytes(count) };
    const self: ProcessMark = {
      pid: process.pid,
      start: String(process.pid),
      boot: `host ${BOOT_ID}${boot} pid:[${container}] time:[1]`,
    };
    const sent: string[] = [];
    const transport: Transport = {
      async send(request, { timeoutMs, fence }) {
        // Dying here, before the first byte, differs from dying on the way.
        steps.moment();
        // A process that was stopped, and goes on as if nothing was.
        if (!bank.calm && chance.happens(0.05))
          await process.sleep(chance.between(60, 1800) * 1000);
        const why = fence?.refusal();
        if (why !== undefined) throw new parts.TransportFailure('withheld', false, String(why));
        sent.push(new URL(request.url).pathname);
        const travelMs = chance.between(1, 200);
        const answer: { reply?: Reply } = {};
        world.at(world.now() + travelMs, () => {
          answer.reply = bank.receive(request);
        });
        await process.sleep(travelMs);
        const { reply } = answer;
        if (reply === undefined || reply.afterMs > timeoutMs) {
          await process.sleep(timeoutMs);
          throw new parts.TransportFailure('timeout', true, 'timed out');
        }
        await process.sleep(reply.afterMs);
        steps.moment();
        if ('response' in reply) return reply.response;
        throw new parts.TransportFailure(reply.failure, reply.sent, reply.failure);
      },
      close: async () => undefined,
    };
    const connection: Connection = {
      profile: 'simulated',
      baseUrl: BASE_URL,
      environment: 'test',
      apiKey: 'key',
      applicationId: 'key',
      secret: async () => new parts.Secret('secret'),
    };
    const store = parts.memoryTokenStore(clock);
    // The token of the last run, which the bank may have revoked since.
    void store.write('application', {
      accessToken: 't1',
      tokenType: 'Bearer',
      receivedAt: clock.now(),
      expiresAt: clock.now() + 30 * 60_000,
    });
    const caller = parts.createCaller({
      connection,
      transport,
      store,
      clock,
      random,
      timeoutMs: { read: 15_000, money: 60_000 },
      retries: 2,
    });
    const files = filesOf(machine.disk, steps, () => world.now());
    const journal: Journal = {
      store: parts.openFileStore(files, '/state'),
      clock,
      random,
      process: {
        self,
        operator: { user: 'simulated' },
        state: (mark) => stateOf(mark, self),
        uptime: () => world.now() - bootedAt,
        sinceBoot: () => world.now() - bootedAt,
      },
      loadOperation: parts.loadOperation,
      warn: () => undefined,
    };
    return { journal, caller, connection, plan, sent };
  }

  function stateOf(mark: ProcessMark, self: ProcessMark): 'alive' | 'dead' | 'unknown' {
    if (mark.boot !== self.boot) return 'unknown';
    return machine.processes.some(({ pid, alive }) => pid === mark.pid && alive) ? 'alive' : 'dead';
  }

  return machine;
}
