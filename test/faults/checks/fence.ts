import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Caller } from '../../../src/client/caller.js';
import type { Outcome } from '../../../src/client/outcome.js';
import type { ProcessMark } from '../../../src/host/host.js';
import { wording } from '../../../src/messages/wording.js';
import type { ChargePermission } from '../../../src/state/permission.js';
import { type FakeHost, fakeHost } from '../../fixtures/fake-host.js';
import { KeptDatabases } from '../../fixtures/kept-databases.js';
import type { Checks, Parts } from '../parts.js';
import { callerOf, journalOn } from './bench.js';

const MINUTE = 60_000;
const BOOT = '00000000-0000-4000-8000-000000000001';
const DIRECTORY = '/state/journal';

/** What a failing disk, or anybody else, may make of the index. */
const CHANGES = [
  "UPDATE state SET text = json_set(text, '$.open', json_array())",
  'UPDATE claim SET key = substr(key, 17) || substr(key, 1, 16)',
  'UPDATE claim SET newest = 2',
  'UPDATE claim SET place = place + 1',
  'UPDATE claim SET at = at + 1',
  'DELETE FROM state',
  'DROP TABLE term',
  'PRAGMA user_version = 9',
];

interface SideOptions {
  /** Parts of its mark after the boot id: who else shares its pids and its times. */
  namespaces?: string;
  process?: Partial<FakeHost['process']>;
  clock?: FakeHost['clock'];
  /** Between the intent and the first byte. */
  hold?: () => unknown;
  /** How its call ends. */
  ends?: Outcome['class'];
  /** Between the first byte and the answer. */
  inFlight?: () => void;
  permission?: ChargePermission;
}

/** A process in a container on the disk of `host`; it sees the owners of its own namespaces alone. */
function sideOn(parts: Parts, host: FakeHost, options: SideOptions = {}) {
  const { namespaces = 'pid:[1] time:[1]', hold, ends = 'SUCCESS', inFlight } = options;
  const self: ProcessMark = { ...host.process.self, boot: `host ${BOOT} ${namespaces}` };
  const state = (mark: ProcessMark) => (mark.boot === self.boot ? 'alive' : 'unknown');
  const process = { ...host.process, self, state, ...options.process };
  const clock = options.clock ?? host.clock;
  const { journal, accessOf, pay } = journalOn(parts, { ...host, clock, process });
  /** Requests of all money calls that left. */
  const sent: string[] = [];
  const caller: Caller = {
    ...callerOf(() => 'NOT_FOUND'),
    async call({ id }, _input, { requestUId = 'x'.repeat(32), fence } = {}) {
      const request = { method: 'POST', url: 'https://bank.example/', requestUId };
      const answer = { operation: id, request, message: wording.quoted(id) };
      if (id !== 'ewallet.pay') {
        const http = { status: 404, ms: 1 };
        return { ...answer, class: 'NOT_FOUND', executed: 'no', http, code: '1104' };
      }
      await hold?.();
      const message = fence?.refusal();
      if (message !== undefined) {
        return { ...answer, class: 'UNAVAILABLE', executed: 'no', message };
      }
      sent.push(requestUId);
      inFlight?.();
      return { ...answer, class: ends, executed: ends === 'SUCCESS' ? 'yes' : 'no' };
    },
  };
  return {
    sent,
    journal,
    pay: () => pay(caller, { permission: options.permission }),
    recover: () =>
      parts.recover({ journal, connect: async () => accessOf(caller), waitMs: MINUTE }),
    state: async () => (await parts.list(journal))[0]?.state,
  };
}

type Side = ReturnType<typeof sideOn>;

const ELSEWHERE = { namespaces: 'pid:[2] time:[1]' };

/** A sender that never comes back, and another container that looks after it. */
async function abandoned(parts: Parts, host: FakeHost, judge: SideOptions = ELSEWHERE) {
  void sideOn(parts, host, { hold: () => new Promise(() => undefined) }).pay();
  await host.clock.sleep(1);
  return sideOn(parts, host, judge);
}

const newestClaim = (host: FakeHost) =>
  host.files.paths().findLast((path) => /journal\/.*\.\d+\.jsonl$/.test(path)) ?? '';

function isConfig(parts: Parts, error: unknown): boolean {
  return error instanceof parts.PayctlError && error.exitClass === 'CONFIG';
}

/** As the fault of the journal says. */
async function putBack(parts: Parts, host: FakeHost, { journal }: Side): Promise<boolean> {
  const [fault] = (await parts.verify(journal)).faults;
  const [, from, to] = /^ln (\S+) (\S+)$/.exec(String(fault?.fix)) ?? [];
  return from !== undefined && to !== undefined && host.files.link(from, to);
}

const INDEX = `${DIRECTORY}/index.jsonl`;

export const FENCE = {
  async 'a sender that was stopped past its lease sends nothing'(parts) {
    const host = fakeHost();
    const held = sideOn(parts, host, { hold: () => host.clock.advance(16 * MINUTE) });
    const outcome = await held.pay();
    return (
      held.sent.length === 0 && outcome.executed === 'no' && (await held.state()) === 'not-executed'
    );
  },

  /** Its own clocks stand still: only the claim can tell it how long it was stopped. */
  async 'a sender whose claim was taken up meanwhile sends nothing'(parts) {
    const host = fakeHost();
    const other = sideOn(parts, host, ELSEWHERE);
    const stopped = { ...host.clock, now: () => 0 };
    const still = { uptime: () => 1, sinceBoot: () => 1 };
    const held = sideOn(parts, host, {
      clock: stopped,
      process: still,
      async hold() {
        host.clock.advance(20 * MINUTE);
        await other.recover();
        await other.pay();
      },
    });
    await held.pay();
    return (
      other.sent.length === 1 && held.sent.length === 0 && (await other.state()) === 'succeeded'
    );
  },

  async 'a sender whose claims moved to a store meanwhile sends nothing'(parts) {
    const host = fakeHost();
    const memory = new parts.StoreMembership(host, '/state');
    const claims = await parts.ClaimPermission.of(memory);
    const permission = parts.ChargePermission.of(
      claims,
      { environment: 'test', readOnly: false },
      false,
    );
    const held = sideOn(parts, host, { permission, hold: () => memory.enter('the store') });
    const refused = await held.pay().catch((error: unknown) => isConfig(parts, error));
    const again = await held.pay().catch((error: unknown) => isConfig(parts, error));
    const ended = (await held.state()) === 'not-executed';
    return refused === true && again === true && ended && held.sent.length === 0;
  },

  async 'a sender whose clocks contradict each other sends nothing'(parts) {
    const outcomes: boolean[] = [];
    for (const ms of [-4_000, 4_000, 3_600_000]) {
      const host = fakeHost();
      const held = sideOn(parts, host, { hold: () => host.clock.set(ms) });
      const { executed } = await held.pay();
      outcomes.push(held.sent.length === 0 && executed === 'no');
    }
    // Asleep: the uptime stood still, the time since the boot did not.
    const host = fakeHost();
    let slept = 0;
    const held = sideOn(parts, host, {
      process: { sinceBoot: () => slept },
      hold: () => {
        slept = 4_000;
      },
    });
    await held.pay();
    return outcomes.every(Boolean) && held.sent.length === 0;
  },

  async 'the lease of a sender that nobody sees is waited out'(parts) {
    const host = fakeHost();
    const other = await abandoned(parts, host);
    host.clock.advance(14 * MINUTE);
    const during = await other.pay();
    if (during.class !== 'CONFLICT' || (await other.state()) !== 'in-flight') return false;
    host.clock.advance(2 * MINUTE - 1_000);
    await other.recover();
    if ((await other.state()) !== 'unknown') return false;
    host.clock.advance(2 * MINUTE);
    await other.recover();
    return (await other.state()) === 'not-executed';
  },

  async 'a clock that is set shortens no lease'(parts) {
    const host = fakeHost();
    const other = await abandoned(parts, host);
    host.clock.set(60 * MINUTE);
    const during = await other.pay();
    return during.class === 'CONFLICT' && (await other.state()) === 'in-flight';
  },

  async 'uptimes of two time namespaces are not compared'(parts) {
    const host = fakeHost();
    // It sees that the sender is dead, and counts its uptime from another moment.
    const other = await abandoned(parts, host, {
      namespaces: 'pid:[1] time:[2],1000000,0',
      process: { state: () => 'dead', uptime: () => 1e9 + host.clock.passed() },
    });
    await other.recover();
    return (await other.state()) === 'unknown';
  },

  async 'an uptime that may be of another time namespace is not compared'(parts) {
    const host = fakeHost();
    void sideOn(parts, host, {
      namespaces: 'pid:[1]',
      hold: () => new Promise(() => undefined),
    }).pay();
    await host.clock.sleep(1);
    const other = sideOn(parts, host, {
      process: { state: () => 'dead', uptime: () => 1e9 + host.clock.passed() },
    });
    await other.recover();
    return (await other.state()) === 'unknown';
  },

  async 'the deleted newest file of a claim frees nothing'(parts) {
    const host = fakeHost();
    const refused = sideOn(parts, host, { ends: 'UNAVAILABLE' });
    await refused.pay();
    const paid = sideOn(parts, host);
    await paid.pay();
    // What is left says that it was not executed; then nothing is left.
    for (let left = 1; left >= 0; left--) {
      host.files.remove(newestClaim(host));
      const again = await paid.pay().catch((error: unknown) => error);
      if (!isConfig(parts, again) || (await paid.state()) !== 'corrupt') return false;
      if ((await parts.verify(paid.journal)).faults.length !== 1) return false;
    }
    return paid.sent.length === 1;
  },

  async 'a deleted file of a claim can be put back'(parts) {
    const host = fakeHost();
    const side = sideOn(parts, host);
    await side.pay();
    host.files.remove(newestClaim(host));
    if (!(await putBack(parts, host, side))) return false;
    return (
      (await side.pay()).replayed === true && (await parts.verify(side.journal)).faults.length === 0
    );
  },

  /** Nothing else remembers that there was an outcome. */
  async 'an older state of a file is noticed by its backup link'(parts) {
    const host = fakeHost();
    const side = sideOn(parts, host);
    await side.pay();
    const path = newestClaim(host);
    const [intent] = (host.files.text(path) ?? '').split('\n');
    host.files.put(path, `${intent}\n`);
    host.files.remove(INDEX);
    const [fault, ...others] = (await parts.verify(side.journal)).faults;
    const [, from, to] = /^ln -f (\S+) (\S+)$/.exec(String(fault?.fix)) ?? [];
    if (others.length > 0 || from === undefined || to === undefined) return false;
    host.files.remove(to);
    host.files.link(from, to);
    return (await parts.verify(side.journal)).faults.length === 0;
  },

  async 'a claim deleted in flight is written again in full'(parts) {
    const host = fakeHost();
    const side = sideOn(parts, host, {
      inFlight: () => host.files.remove(newestClaim(host)),
    });
    await side.pay();
    const again = await side.pay().catch(() => undefined);
    const { faults, lines } = await parts.verify(side.journal);
    return again?.replayed === true && side.sent.length === 1 && faults.length === 0 && lines === 2;
  },

  /** Deleted once more, it is put back as it was written anew. */
  async 'a claim that is deleted in flight can be put back whole'(parts) {
    const host = fakeHost();
    const side = sideOn(parts, host, { inFlight: () => host.files.remove(newestClaim(host)) });
    await side.pay();
    host.files.remove(newestClaim(host));
    if (!(await putBack(parts, host, side))) return false;
    return (await side.pay()).replayed === true;
  },

  async 'a claim that is deleted before its call stops it'(parts) {
    const host = fakeHost();
    const side = sideOn(parts, host, { hold: () => host.files.remove(newestClaim(host)) });
    const ended = await side.pay().catch((error: unknown) => error);
    return (
      isConfig(parts, ended) && side.sent.length === 0 && (await side.state()) === 'not-executed'
    );
  },

  async 'a list shows no end that a flipped bit tells'(parts) {
    const host = fakeHost();
    const side = sideOn(parts, host);
    await side.pay();
    const truth = JSON.stringify(await parts.list(side.journal));
    const sound = Buffer.from(host.files.text(INDEX) ?? '');
    for (const [index, byte] of sound.entries()) {
      const flipped = Buffer.from(sound);
      flipped[index] = byte ^ (1 << (index & 7));
      host.files.put(INDEX, flipped);
      if (JSON.stringify(await parts.list(side.journal)) !== truth) return false;
    }
    return sound.length > 0;
  },

  async 'a list shows no end of an index without checksums'(parts) {
    const host = fakeHost();
    const side = sideOn(parts, host);
    await side.pay();
    const truth = JSON.stringify(await parts.list(side.journal));
    const line = (host.files.text(INDEX) ?? '')
      .split('\n')
      .find((one) => one.includes('succeeded'));
    const old = line?.replace(/,"[0-9a-f]{16}"\]$/, ']').replace('succeeded', 'rejected');
    host.files.put(INDEX, `${old}\n`);
    return old !== line && JSON.stringify(await parts.list(side.journal)) === truth;
  },

  async 'a list has a claim that the log does not tell of'(parts) {
    const [host, other] = [fakeHost(), fakeHost()];
    const side = sideOn(parts, host);
    await side.pay();
    await parts.list(side.journal);
    const { journal, pay } = journalOn(parts, other, 'dead');
    await pay(
      callerOf(() => 'SUCCESS'),
      { fields: { outTradeNo: 'REF2' } },
    );
    const [added] = await parts.list(journal);
    const path = `${DIRECTORY}/${added?.key}.1.jsonl`;
    host.files.create(path, Buffer.from(other.files.text(path) ?? ''));
    const found = await parts.list(side.journal);
    return found.length === 2 && found.some(({ reference }) => reference === 'REF2');
  },

  async 'a list is the same whatever became of the index'(parts) {
    const host = fakeHost();
    const place = mkdtempSync(join(tmpdir(), 'payctl-index-'));
    const { openDatabase } = parts.diskFiles(() => 'x');
    const kept = new KeptDatabases('/state/index/journal', place, openDatabase);
    try {
      const self = { ...host.process.self, boot: `host ${BOOT} pid:[1] time:[1]` };
      const machine = { ...host, process: { ...host.process, self }, files: kept.on(host.files) };
      const { journal, pay } = journalOn(parts, machine, 'dead');
      for (const outTradeNo of ['REF1', 'REF2', 'REF3']) {
        const ends = outTradeNo === 'REF3' ? 'OUTCOME_UNKNOWN' : 'SUCCESS';
        await pay(
          callerOf(() => ends),
          { fields: { outTradeNo } },
        ).catch(() => undefined);
      }
      const truth = JSON.stringify(await parts.list(journal));
      for (const change of CHANGES) {
        const [name = ''] = kept.names();
        const database = await openDatabase?.(join(place, name));
        database?.exec(change);
        database?.close();
        if (JSON.stringify(await parts.list(journal)) !== truth) return false;
        const one = await parts.list(journal, { reference: 'REF2' });
        if (one.length !== 1) return false;
      }
      return truth.includes('REF3');
    } finally {
      rmSync(place, { recursive: true });
    }
  },
} satisfies Checks;
