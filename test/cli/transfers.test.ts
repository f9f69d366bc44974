import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { changeClock, planTransfer, setFault, setSettings } from '../../src/sandbox/operator.js';
import { newPartner, type Partner, STATE } from '../fixtures/command.js';
import { forward } from '../fixtures/served-bank.js';
import { opened } from '../fixtures/servers.js';

const TO = '--payee-account-no 2220000001 --payee-bank-code 999 --amount';
const initiate = (reference: string, amount = '11') =>
  `transfer credit initiate ${TO} ${amount} --partner-transaction-id ${reference}`;
const send = (reference: string, amount = '11') =>
  `transfer credit send ${TO} ${amount} --partner-transaction-id ${reference} --wait 0`;
const confirm = (tokenizerId: string) =>
  `transfer credit confirm --tokenizer-id ${tokenizerId} --wait 0`;

/** What has left the partner's account for the payee, whatever it was called. */
function confirmations({ bank }: Partner): number {
  return bank.look(({ store }) =>
    store.all("SELECT 1 AS one FROM transfer WHERE state <> 'INITIATE_COMPLETED'"),
  ).length;
}

const recordsOf = ({ files }: Partner) =>
  files.paths().filter((path) => path.startsWith(`${STATE}/transfers/`));

describe('a partnerTransactionID', () => {
  it('moves once by initiate, confirm and send', async () => {
    const partner = await newPartner();
    const initiated = await partner.payctl(initiate('PAY1'));
    expect(initiated.code, initiated.stderr).toBe(0);
    const { tokenizerId } = initiated.data;
    expect((await partner.payctl(confirm(tokenizerId))).code).toBe(0);
    const sent = await partner.payctl(send('PAY1'));
    expect(sent.code, sent.stderr).toBe(0);
    expect(sent.data).toMatchObject({ tokenizerId, status: 'CONFIRM_COMPLETED' });
    expect(confirmations(partner)).toBe(1);
  });

  it('is found where it is confirmed days after it was initiated', async () => {
    const partner = await newPartner();
    await changeClock(partner.bank, '-5d');
    const first = (await partner.payctl(initiate('PAY1'))).data;
    await partner.payctl(initiate('PAY2'));
    await changeClock(partner.bank, 'now');
    for (const line of [`${confirm(first.tokenizerId)} --expect-amount 11`, send('PAY2')]) {
      const moved = await partner.payctl(line);
      expect([moved.code, moved.data.status], moved.stderr).toEqual([0, 'CONFIRM_COMPLETED']);
    }
    expect(confirmations(partner)).toBe(2);
  });

  it('is initiated once: the same again is told from the journal, other contents are 12', async () => {
    const partner = await newPartner();
    const first = await partner.payctl(initiate('PAY1'));
    const again = await partner.payctl(initiate('PAY1', '11.00'));
    expect(again.data).toEqual(first.data);
    expect(again.stderr).toContain('nothing was sent');
    for (const words of [initiate('PAY1', '12'), send('PAY1', '12')]) {
      const other = await partner.payctl(words);
      expect([other.code, other.stderr]).toEqual([12, expect.stringContaining('other contents')]);
    }
    const shown = await partner.payctl('journal show PAY1');
    expect(shown.data[0]).toMatchObject({
      operation: 'transfer.creditInitiate',
      state: 'succeeded',
    });
    expect(await partner.payctl('journal recover')).toMatchObject({ code: 0, stderr: '' });
  });

  it('is one by `api` and in a batch, too', async () => {
    const partner = await newPartner();
    const { data } = await partner.payctl(initiate('PAY1'));
    const fields = JSON.stringify({
      partnerTransactionID: 'PAY1',
      corporateId: 'SANDBOXCORP01',
      channelDateTime: '2026-03-10T10:00:00.000+07:00',
      payer: { taxId: '0100000000012', accountInfo: { accountNo: '1110000001', bankCode: '999' } },
      payee: { accountInfo: { accountNo: '2220000001', bankCode: '999' } },
      tranAmount: { amount: '11.00', currency: 'THB' },
    });
    const path = '/v1/payment/transfer/fcd/credit/initiate';
    const raw = await partner.payctl(`api POST ${path} --data ${fields}`);
    expect(raw.stderr).toContain('initiated before');
    expect(raw.data).toEqual(data);
    const stdin =
      'partnerTransactionID,payee.accountInfo.accountNo,payee.accountInfo.bankCode,tranAmount.amount\nPAY1,2220000001,999,11\n';
    const batch = await partner.payctl('batch transfer.creditInitiate - -o jsonl', { stdin });
    expect(batch.code, batch.stderr).toBe(0);
    expect(batch.stdout).toContain(data.tokenizerId);
    const rows = partner.bank.look(({ store }) => store.all('SELECT 1 AS one FROM transfer'));
    expect(rows).toHaveLength(1);
  });

  it('that is initiated and not confirmed is no contradiction', async () => {
    const partner = await newPartner();
    const { data } = await partner.payctl(initiate('PAY1'));
    const found = await partner.payctl('investigate PAY1');
    expect(found.stdout).toContain(data.tokenizerId);
    expect(found.data.contradictions).toEqual([]);
  });

  it('whose record is gone, or is another, is exit 3, fails the check, and nothing is sent', async () => {
    const partner = await newPartner();
    await setFault(partner.bank, {
      name: 'before-commit',
      operation: 'transfer.creditConfirm',
      times: 1,
    });
    expect((await partner.payctl(send('PAY1'))).code).toBe(10);
    const [record = ''] = recordsOf(partner);
    const other = await partner.payctl(initiate('PAY2'));
    const text = partner.files.text(record) ?? '';
    const another = text.replace(
      /"tokenizerId":"[^"]+"/,
      `"tokenizerId":"${other.data.tokenizerId}"`,
    );
    for (const contents of [undefined, another, '']) {
      if (contents === undefined) partner.files.remove(record);
      else partner.files.put(record, contents);
      for (const words of [send('PAY1'), initiate('PAY1'), 'journal verify']) {
        expect([contents, words, (await partner.payctl(words)).code]).toEqual([contents, words, 3]);
      }
    }
    expect(confirmations(partner)).toBe(0);
    partner.files.put(record, text);
    expect((await partner.payctl('journal verify')).code).toBe(0);
  });

  it('whose record alone was written when the run died goes on with it', async () => {
    const partner = await newPartner();
    let died = false;
    partner.files.before = (step, path) => {
      if (!died && step === 'create' && path.includes('/journal/')) {
        died = true;
        throw new Error('the machine was switched off');
      }
    };
    await partner.payctl(send('PAY1'));
    expect(died).toBe(true);
    const sent = await partner.payctl(send('PAY1'));
    expect(sent.code, sent.stderr).toBe(0);
    expect(sent.stderr).toContain('initiated before');
    const rows = partner.bank.look(({ store }) => store.all('SELECT 1 AS one FROM transfer'));
    expect(rows).toHaveLength(1);
    expect((await partner.payctl('journal verify')).code).toBe(0);
  });
});

describe('a confirmation that is answered without a state', () => {
  const silent = () => newPartner({ confirmState: 'inquiry' });

  async function confirmed(partner: Partner, plan?: 'failed' | 'processing' | 'failed-partial') {
    const { data } = await partner.payctl(initiate('PAY1'));
    if (plan) await planTransfer(partner.bank, data.tokenizerId, plan);
    return confirm(data.tokenizerId);
  }

  it('is followed by an inquiry, and succeeds only where that says so', async () => {
    const partner = await silent();
    const words = (await confirmed(partner)).replace(' --wait 0', '');
    const done = await partner.payctl(words);
    expect([done.code, done.data.status]).toEqual([0, 'CONFIRM_COMPLETED']);
    expect((await partner.payctl(words)).data.status).toBe('CONFIRM_COMPLETED');
    expect(confirmations(partner)).toBe(1);
  });

  it('ends with 5 where it failed, and 11 where a part was taken, when repeated too', async () => {
    for (const [plan, code] of [
      ['failed', 5],
      ['failed-partial', 11],
    ] as const) {
      const partner = await silent();
      const words = await confirmed(partner, plan);
      for (const run of [await partner.payctl(words), await partner.payctl(words)]) {
        expect([run.code, run.data.status]).toEqual([code, 'CONFIRM_FAILED']);
      }
      const [row] = (await partner.payctl('journal list')).data.filter(
        ({ operation }: { operation: string }) => operation === 'transfer.creditConfirm',
      );
      expect(row).toMatchObject({ exit: code });
    }
  });

  it('ends with 8 while the bank works on it, and while the inquiry does not answer', async () => {
    const partner = await silent();
    const words = await confirmed(partner, 'processing');
    expect((await partner.payctl(words)).code).toBe(8);
    const mute = await silent();
    const asked = await confirmed(mute, 'failed');
    await setFault(mute.bank, { name: 'html-error', operation: 'transfer.inquire' });
    const open = await mute.payctl(`${asked} --retries 0`);
    expect([open.code, open.stderr]).toEqual([8, expect.stringContaining('not final')]);
  });

  it('does not succeed by `send` either', async () => {
    const partner = await newPartner();
    await setSettings(partner.bank, { confirmState: 'inquiry' });
    const refused = send('PAY1').replace('2220000001', '2220000003');
    expect((await partner.payctl(refused)).code).toBe(5);
    expect((await partner.payctl(send('PAY2'))).data.status).toBe('CONFIRM_COMPLETED');
  });

  it('is not done by `send` where the bank says afterwards that it was only initiated', async () => {
    const partner = await newPartner({ confirmState: 'inquiry' });
    const url = await forgettingBank(partner.url);
    const sent = await partner.payctl(send('PAY3'), { env: { PAYCTL_BASE_URL: url } });
    expect([sent.code, sent.data.status]).toEqual([8, 'INITIATE_COMPLETED']);
  });
});

/** The bank, but from the second inquiry on a transfer that was confirmed is initiated only. */
async function forgettingBank(bankUrl: string): Promise<string> {
  const { origin, pathname } = new URL(bankUrl);
  let inquiries = 0;
  const server = createServer((request, response) => {
    void forward(origin, request).then(({ status, body }) => {
      const text = body.toString();
      const isForgotten = request.url?.includes('/inquiry') && ++inquiries > 1;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(isForgotten ? text.replace('CONFIRM_COMPLETED', 'INITIATE_COMPLETED') : text);
    });
  });
  return `http://127.0.0.1:${await opened(server)}${pathname}`;
}
