import type { Operation } from '../../../src/bank/define.js';
import type { Caller } from '../../../src/client/caller.js';
import type { Outcome } from '../../../src/client/outcome.js';
import type { Json } from '../../../src/core/json.js';
import type { Journal } from '../../../src/journal/journal.js';
import { wording } from '../../../src/messages/wording.js';
import type { ChargePermission } from '../../../src/state/permission.js';
import type { FakeHost } from '../../fixtures/fake-host.js';
import { MAY_CHARGE } from '../../fixtures/permission.js';
import type { Parts } from '../parts.js';

/** What differs from the usual charge. */
interface Given {
  fields?: Readonly<Record<string, string>>;
  baseUrl?: string;
  stopping?: AbortSignal;
  change?: (operation: Operation) => Operation;
  permission?: ChargePermission | undefined;
}

/** A journal, and a charge over it; the owners of claims are as given, else as the host sees them. */
export function journalOn(parts: Parts, host: FakeHost, owners?: 'alive' | 'dead') {
  const { files, clock, random } = host;
  const journal: Journal = {
    store: parts.openFileStore(files, '/state', host),
    clock,
    random,
    process: owners ? { ...host.process, state: () => owners } : host.process,
    loadOperation: parts.loadOperation,
    warn: () => undefined,
  };
  const usual = {
    profile: 'test',
    baseUrl: 'https://bank.example',
    apiKey: 'key',
    applicationId: 'key',
  };
  const input = { outTradeNo: 'REF1', totalFee: '1.00', companyId: '001', tranType: 'W' };
  return {
    host,
    journal,
    accessOf: (caller: Caller, apiKey = 'key') => ({ caller, connection: { ...usual, apiKey } }),
    /** Changes the first file of the claim behind its back. */
    edit(change: (text: string) => string) {
      const path = host.files.paths().find((name) => name.endsWith('.1.jsonl')) ?? '';
      host.files.put(path, change(host.files.text(path) ?? ''));
    },
    async pay(caller: Caller, given: Given = {}) {
      const { fields = {}, baseUrl = usual.baseUrl, stopping, change } = given;
      const { permission = MAY_CHARGE } = given;
      const pay = await parts.loadOperation('ewallet.pay');
      const operation = change ? change(pay) : pay;
      return parts.charge({
        journal,
        caller,
        connection: { ...usual, baseUrl },
        operation,
        permission,
        input: { ...input, ...fields },
        options: { waitMs: 0, stopping },
      });
    },
  };
}

/** Ends every call as it is told, with the same data. */
export function callerOf(classOf: (id: string) => Outcome['class'], data?: Json): Caller {
  const refuse = () => {
    throw new Error('not expected');
  };
  return {
    async call({ id }, _input, { requestUId = 'x'.repeat(32) } = {}) {
      const kind = classOf(id);
      return {
        class: kind,
        executed: kind === 'SUCCESS' ? 'yes' : 'unknown',
        operation: id,
        request: { method: 'POST', url: 'https://bank.example/', requestUId },
        message: wording.quoted(kind),
        ...(kind === 'NOT_FOUND' && { http: { status: 404, ms: 1 }, code: '1104' }),
        data,
      };
    },
    preview: refuse,
    session: { token: refuse, replace: refuse, authorize: refuse, login: refuse, renew: refuse },
  };
}

/** The answer to the payment is lost; inquiries end as it is told. */
export function losing(inquiry: Outcome['class'], data?: Json): Caller {
  return callerOf((id) => (id === 'ewallet.pay' ? 'OUTCOME_UNKNOWN' : inquiry), data);
}
