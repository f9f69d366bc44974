import { run } from '../../src/run.js';
import type { Bank } from '../../src/sandbox/bank.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import type { Settings } from '../../src/sandbox/settings.js';
import { type FakeFiles, fakeFiles } from '../fake-files.js';
import { fakeHost } from '../fake-host.js';
import { START, servedWorld } from '../fixtures/sandbox.js';

export const STATE = '/home/tester/.local/state/payctl';

export interface Finished {
  code: number;
  stdout: string;
  stderr: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the command printed
  data: any;
}

/** A machine in memory beside the embedded bank, which it reaches over HTTP. */
export interface Partner {
  bank: Bank;
  url: string;
  files: FakeFiles;
  /** Words as a shell without quotes would split them, or as a list. */
  payctl(
    words: string | readonly string[],
    more?: { env?: Record<string, string>; stdin?: string },
  ): Promise<Finished>;
  /** What the bank has carried out of an operation, by reference. */
  moved(operation: string, reference: string): number;
}

export async function newPartner(settings: Partial<Settings> = {}): Promise<Partner> {
  const { bank, url } = await servedWorld({ settings });
  const files = fakeFiles({}, () => START);
  let pid = 5000;
  return {
    bank,
    url,
    files,
    async payctl(words, { env = {}, stdin = '' } = {}) {
      const plain = fakeHost({
        argv: typeof words === 'string' ? words.split(' ') : words,
        env: { ...environment(url), ...env },
        stdin,
        now: START,
        seed: pid,
      });
      const self = { ...plain.process.self, pid: ++pid };
      const host = { ...plain, files, process: { ...plain.process, self } };
      const code = await run(host);
      const stdout = plain.stdout.text();
      const isJson = /^\s*[{[]/.test(stdout);
      return { code, stdout, stderr: plain.stderr.text(), data: isJson && JSON.parse(stdout) };
    },
    moved: (operation, reference) =>
      bank.effects(reference).filter(({ kind, amount }) => kind === operation && amount > 0n)
        .length,
  };
}

function environment(url: string): Record<string, string> {
  return {
    PAYCTL_BASE_URL: url,
    PAYCTL_API_KEY: SANDBOX_PROFILE.apiKey,
    PAYCTL_API_SECRET: SANDBOX_PROFILE.apiSecret,
    PAYCTL_COMPANY_ID: SANDBOX_PROFILE.companyId,
    PAYCTL_TERMINAL_ID: SANDBOX_PROFILE.terminalId,
    PAYCTL_CORPORATE_ID: SANDBOX_PROFILE.corporateId,
    PAYCTL_TAX_ID: SANDBOX_PROFILE.taxId,
    PAYCTL_PAYER_ACCOUNT_NO: SANDBOX_PROFILE.payerAccountNo,
    PAYCTL_PAYER_BANK_CODE: SANDBOX_PROFILE.payerBankCode,
    PAYCTL_ENVIRONMENT: 'test',
  };
}
