import { afterEach, describe, expect, expectTypeOf, it } from 'vitest';
import { loadCatalogue } from '../../src/bank/families.js';
import type { Observe } from '../../src/client/observe.js';
import { channelDateTime, createClient, PayctlError } from '../../src/index.js';
import { startBank } from '../../src/testing.js';
import { CANARY, INQUIRE, PAY, scripted } from '../fixtures/client.js';
import { answer, type RecordingServer, recordingServer } from '../fixtures/servers.js';

const opened: RecordingServer[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

/** A bank that sells a token and answers everything else with this data. */
async function bank(data: string): Promise<RecordingServer> {
  const token = '{"accessToken":"t","tokenType":"Bearer","expiresIn":1800}';
  const server = await recordingServer((socket, request) => {
    const body = request.startsWith('POST /v1/oauth/token ') ? token : data;
    socket.write(answer(`{"status":{"code":1000,"description":"ok"},"data":${body}}`));
  });
  opened.push(server);
  return server;
}

const watchResponses =
  (act: () => void): Observe =>
  ({ kind }) =>
    kind === 'response' ? act() : undefined;

const credentials = { apiKey: CANARY.apiKey, apiSecret: CANARY.secret };

describe('the client', () => {
  it('makes a call, typed and exact', async () => {
    const server = await bank('{"tradeState":"SUCCESS","amount":"100.00","fee":1.10}');
    const client = createClient({ baseUrl: server.url, ...credentials });
    const result = await client.ewallet.pay(PAY);
    expectTypeOf(result.data?.tradeState).toEqualTypeOf<string | null | undefined>();
    expect(result).toMatchObject({
      class: 'SUCCESS',
      executed: 'yes',
      data: { tradeState: 'SUCCESS', fee: 1.1 },
      exact: { fee: { value: '1.10' } },
    });
    await client.close();
  });

  it('refuses bad input with every problem, and sends nothing', async () => {
    const transport = scripted();
    const client = createClient({ baseUrl: 'https://bank.example', ...credentials, transport });
    const bad = client.ewallet.pay({ ...PAY, totalFee: '1e3', companyId: '123456' });
    await expect(bad).rejects.toBeInstanceOf(PayctlError);
    await expect(bad).rejects.toMatchObject({
      exitClass: 'USAGE',
      facts: { details: [{ field: 'companyId' }, { field: 'totalFee' }] },
    });
    const { companyId: _, ...without } = INQUIRE;
    await expect(client.ewallet.inquire(without as typeof INQUIRE)).rejects.toMatchObject({
      message: 'ewallet.inquire: companyId is missing',
    });
    expect(transport.sent).toEqual([]);
  });

  it('applies the rules of the test environment only there', async () => {
    const transport = scripted();
    const options = { baseUrl: 'https://bank.example', ...credentials, transport };
    const client = createClient({ ...options, environment: 'test', outTradeNoPrefix: 'XYZ' });
    await expect(client.ewallet.inquire(INQUIRE)).rejects.toMatchObject({ exitClass: 'USAGE' });
  });

  it('says what helps in the words of a program', async () => {
    const wrong = createClient({ ...credentials, baseUrl: 'http://bank.example' });
    const refused = await wrong.ewallet.inquire(INQUIRE).catch((error: unknown) => error);
    expect(refused).toMatchObject({ exitClass: 'CONFIG' });
    expect(refused instanceof PayctlError && String(refused.facts.hint)).toBe(
      "baseUrl: 'https://…'",
    );
    const replaying = createClient({ ...credentials, baseUrl: 'https://bank.example', replay: '' });
    const { hint } = await replaying.ewallet.inquire(INQUIRE);
    expect(hint).toBe('record it, or leave out replay');
  });

  it('fetches the secret at the first token request only', async () => {
    let fetched = 0;
    const server = await bank('{}');
    const client = createClient({
      baseUrl: server.url,
      apiKey: CANARY.apiKey,
      async apiSecret() {
        fetched++;
        return CANARY.secret;
      },
    });
    expect(fetched).toBe(0);
    await client.ewallet.inquire(INQUIRE);
    await client.ewallet.inquire(INQUIRE);
    expect(fetched).toBe(1);
    await client.close();
  });

  it('asks for the link of a login with its credentials in headers', async () => {
    const server = await bank('{"callbackUrl":"https://bank.example/login/1"}');
    const client = createClient({ baseUrl: server.url, ...credentials });
    const { class: ended, data } = await client.authorize({ endState: 'mobile_web', shop: 'S7' });
    expect([ended, data]).toEqual(['SUCCESS', { callbackUrl: 'https://bank.example/login/1' }]);
    const [request = ''] = server.requests;
    expect(request).toContain('GET /v2/oauth/authorize?shop=S7 ');
    expect(request.toLowerCase()).toContain(`apisecret: ${CANARY.secret.toLowerCase()}`);
    expect(request).toContain('response-channel: mobile');
    await client.close();
  });

  it('says what a program that is not compiled has left out', async () => {
    const options = { baseUrl: 'https://bank.example', ...credentials };
    for (const name of ['baseUrl', 'apiKey', 'apiSecret']) {
      const without = Object.assign({ ...options }, { [name]: undefined });
      expect(() => createClient(without)).toThrow(`${name} is missing`);
    }
    const transport = scripted();
    const nothing = createClient({ ...options, transport, apiSecret: async () => '' });
    await expect(nothing.ewallet.pay(PAY)).rejects.toThrow('apiSecret is missing');
    const { ewallet } = createClient({ ...options, transport });
    const called: unknown = Reflect.apply(ewallet.pay, undefined, []);
    await expect(called).rejects.toThrow('ewallet.pay: tranType is missing');
  });

  it('says which option of a program that is not compiled has a wrong kind', async () => {
    const options = { baseUrl: 'https://bank.example', ...credentials, transport: scripted() };
    for (const [wrong, said] of [
      [{ timeoutMs: Number.NaN }, 'timeoutMs must be a number'],
      [{ retries: 1.5 }, 'retries must be a whole number'],
      [{ record: '2026.jsonl' }, 'record must be a function'],
    ] as const) {
      expect(() => Reflect.apply(createClient, undefined, [{ ...options, ...wrong }])).toThrow(
        said,
      );
    }
    const { ewallet } = createClient(options);
    const called: unknown = Reflect.apply(ewallet.pay, undefined, [PAY, { timeoutMs: '60000' }]);
    await expect(called).rejects.toThrow('ewallet.pay: timeoutMs must be a number');
  });

  it('takes only an RSA key for direct debit', () => {
    const options = { baseUrl: 'https://bank.example', ...credentials, directDebitKey: 'no key' };
    expect(() => createClient(options)).toThrow(expect.objectContaining({ exitClass: 'CONFIG' }));
  });

  it('gives one page of a list, or as many records as it is to have', async () => {
    const bank = await startBank({ seed: 1 });
    const { settings, url, apiKey, apiSecret } = bank;
    const client = createClient({ baseUrl: url, apiKey, apiSecret, environment: 'test' });
    const { billerId: ppId } = settings;
    for (let at = 0; at < 21; at++) {
      const ref1 = `R${at}`;
      await client.qr.create({ qrType: 'PP', ppType: 'BILLERID', ppId, ref1, amount: '1.00' });
      await bank.pay(ref1);
    }
    const listed = async (limit?: number) => {
      const { exact, remark } = await client.bill.search(
        { messageIdentification: ppId, creationDateTime: channelDateTime(Date.now()) },
        { limit },
      );
      return [JSON.stringify(exact).split('"transactionStatus"').length - 1, remark];
    };
    expect(await listed()).toEqual([20, undefined]);
    expect(await listed(100)).toEqual([21, undefined]);
    expect(await listed(2)).toEqual([2, expect.stringMatching(/^These are 2 of 21 records/)]);
    await client.close();
    await bank.stop();
  });

  it('tells how a payment ended whatever fails of recording or watching it', async () => {
    const { url } = await bank('{"tradeState":"SUCCESS","amount":"100.00"}');
    const full = () => {
      throw new Error('no space left');
    };
    for (const told of [{ record: async () => full() }, { observe: watchResponses(full) }]) {
      const client = createClient({ baseUrl: url, ...credentials, ...told });
      const paid = await client.ewallet.pay(PAY);
      expect(paid).toMatchObject({ class: 'SUCCESS', executed: 'yes' });
      expect(paid.remark).toBe('the exchange was not recorded: no space left');
      await client.close();
    }
  });

  it('has a method for every operation but those of tokens', async () => {
    const client = createClient({ baseUrl: 'https://bank.example', ...credentials });
    const { authorize: _authorize, login: _login, close: _close, ...families } = client;
    const counts = Object.values(families).map((family) => Object.keys(family).length);
    const operations = (await loadCatalogue()).filter(({ id }) => !id.startsWith('token.'));
    expect(counts.reduce((sum, count) => sum + count)).toBe(operations.length);
  });
});

describe('the bytes on the wire', () => {
  const zone = process.env.TZ;
  afterEach(() => {
    process.env.TZ = zone;
    if (zone === undefined) delete process.env.TZ;
  });

  it('are the same in every zone', async () => {
    const seen = new Set<string>();
    for (const TZ of ['UTC', 'America/New_York', 'Pacific/Kiritimati']) {
      process.env.TZ = TZ;
      // The zone must have changed, or this proves nothing.
      expect(new Date(0).getTimezoneOffset()).toBe({ UTC: 0, 'America/New_York': 300 }[TZ] ?? 640);
      const server = await bank('{"tradeState":"SUCCESS"}');
      const client = createClient({ baseUrl: server.url, ...credentials });
      const requestUId = 'A'.repeat(32);
      // 17:00 in UTC is the next day in Bangkok.
      const moment = channelDateTime(Date.UTC(2026, 2, 8, 17, 0, 0));
      await client.ewallet.pay(PAY, { requestUId });
      const confirmed = { channelDateTime: moment, tokenizerId: 'T1' };
      await client.transfer.debitConfirm(confirmed, { requestUId });
      const dated = { numberOfTimes: 1, expiryDate: '2099-12-31 23:59:59' };
      const bill = { amount: '100', ppId: '123456789012345', ref1: 'A', ...dated };
      await client.qr.create(bill, { requestUId });
      const bytes = server.requests.slice(1).join('');
      seen.add(bytes.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST'));
      await client.close();
    }
    expect(seen.size).toBe(1);
    expect([...seen].join()).toContain('2026-03-09T00:00:00.000+07:00');
  });
});
