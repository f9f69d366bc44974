// @ts-check
// Years of charges and confirmations, made by the product's own code in this process.
import {
  appendFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { load } from '../scripts/bundle.mjs';

export const BASE_URL = 'http://127.0.0.1:9/partners';
export const PROFILE = 'environment';
const YEAR_MS = 365 * 24 * 3_600_000;
/** What each charge is made with. */
export const COMMAND = { tranType: 'W', companyId: '00100', terminalId: '100000000000001' };

export function reference(number) {
  return `GROW${String(number).padStart(8, '0')}`;
}

export function transactionId(number) {
  return `20260101220013720329${String(number).padStart(8, '0')}`;
}

/** The parts of the product that charge and receive. */
export function parts() {
  return load({
    charge: 'src/journal/charge.ts',
    families: 'src/bank/families.ts',
    files: 'src/host/files.ts',
    host: 'src/host/node.ts',
    inbox: 'src/state/files/inbox.ts',
    permission: 'src/state/permission.ts',
    session: 'src/callbacks/session.ts',
    store: 'src/state/files/store.ts',
  });
}

/**
 * Makes charges `from + 1` to `to` of a year of `all` that ends now. On a disk that is flushed at
 * each of them it would take days, so that this process is given one that is not: no command can
 * reach that.
 */
export async function fill(made, stateDir, { from = 0, to, all = to, confirmations = to }) {
  const machine = { ...made.host.nodeHost() };
  machine.files = { ...made.files.diskFiles(() => String(process.pid)), ...unflushed() };
  const year = spreadOverYear(all);
  await charges(made, machine, stateDir, { from, to, year });
  await receive(made, machine, stateDir, { from, to: confirmations, year });
}

/** When each charge of a year that ends now was made. */
function spreadOverYear(all) {
  const began = Date.now() - YEAR_MS;
  return (number) => Math.round(began + (number / all) * (YEAR_MS - 60_000));
}

/** Only what a charge and a confirmation need; each directory is made once. */
function unflushed() {
  const open = new Map();
  const directories = new Set();
  const append = (path, bytes) => {
    const fd = open.get(path) ?? openSync(path, 'a');
    if (path.endsWith('/index.jsonl')) open.set(path, fd);
    writeSync(fd, bytes);
  };
  return {
    create(path, bytes) {
      if (existsSync(path)) return false;
      writeFileSync(path, bytes, { mode: 0o600, flag: 'wx' });
      return true;
    },
    link(path, name) {
      linkSync(path, name);
      return true;
    },
    append: (path, bytes) =>
      path.endsWith('/index.jsonl') ? append(path, bytes) : appendFileSync(path, bytes),
    appendUnflushed: append,
    stat(path) {
      const stat = lstatSync(path, { throwIfNoEntry: false });
      return stat && { size: stat.size, modifiedAt: stat.mtimeMs, changedAt: stat.ctimeMs };
    },
    makeDirectory(path) {
      if (!directories.has(path)) mkdirSync(path, { recursive: true, mode: 0o700 });
      directories.add(path);
    },
  };
}

async function charges(made, machine, stateDir, { from, to, year }) {
  const { charge, families, store } = made;
  const { ChargePermission, ClaimPermission } = made.permission;
  let at = 0;
  const clock = { ...machine.clock, now: () => at };
  const journal = {
    store: store.openFileStore(machine.files, stateDir, machine),
    clock,
    random: machine.random,
    process: machine.process,
    loadOperation: families.loadOperation,
    warn: (message) => {
      throw new Error(message);
    },
  };
  const operation = await families.loadOperation('ewallet.pay');
  const connection = { baseUrl: BASE_URL, profile: PROFILE, apiKey: 'key', applicationId: 'key' };
  // Nobody is to be asked about made-up money in files.
  const guarded = { environment: 'test', readOnly: false };
  const permission = ChargePermission.of(ClaimPermission.ofEmbeddedBank(), guarded, true);
  for (let number = from + 1; number <= to; number++) {
    at = year(number);
    const input = { ...COMMAND, outTradeNo: reference(number), totalFee: '100.00' };
    await charge.charge({
      journal,
      caller: bank(number),
      connection,
      operation,
      input,
      permission,
    });
  }
}

/** Pays at once. */
function bank(number) {
  return {
    async call({ id, path }, _input, { requestUId, onSending }) {
      onSending?.();
      return {
        class: 'SUCCESS',
        executed: 'yes',
        operation: id,
        request: { method: 'POST', url: `${BASE_URL}${path}`, requestUId },
        http: { status: 200, ms: 120 },
        status: { code: 1000, description: 'Success' },
        data: { tradeState: 'SUCCESS', amount: '100.00', transactionId: transactionId(number) },
        state: 'SUCCESS',
        message: 'the bank confirmed ewallet pay',
      };
    },
  };
}

/** Each half a second after its charge. */
async function receive({ inbox, session }, machine, stateDir, { from, to, year }) {
  let at = 0;
  const clock = { ...machine.clock, now: () => at + 500 };
  const box = new inbox.FileInbox({ ...machine, clock }, inbox.inboxDirectory(stateDir, PROFILE));
  for (let number = from + 1; number <= to; number += 500) {
    at = year(number);
    const some = Array.from({ length: Math.min(500, to - number + 1) }, (_, more) => number + more);
    await Promise.all(some.map((one) => session.receive(box, message(one, year(one)))));
  }
}

function message(number, at) {
  const bangkok = new Date(at + 7 * 3_600_000).toISOString().replace('Z', '+07:00');
  return JSON.stringify({
    transactionId: transactionId(number),
    amount: '100.00',
    transactionDateandTime: bangkok,
    currencyCode: '764',
    transactionType: 'AUTH',
    merchantId: '200000000000001',
    terminalId: COMMAND.terminalId,
    qrId: reference(number),
    companyId: COMMAND.companyId,
    exchangeRate: '',
  });
}
