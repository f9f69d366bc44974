import { expect, it } from 'vitest';
import { freshMachine } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';
import { serveBank } from '../fixtures/served-bank.js';
import { answer, recordingServer } from '../fixtures/servers.js';

const QR = 'qr create --ref1 ORDER1 --amount 100.00 -o json -q data.qrRawData --sandbox';

async function pay(machine: ReturnType<typeof quickMachine>, code: string, options = {}) {
  const paid = await machine.payctl(['sandbox', 'pay', code], options);
  const id: string = JSON.parse(paid.stdout).reference;
  return paid.stderr.replaceAll(id, 'ID').replaceAll(/:[0-9]{4,5}\b/g, ':PORT');
}

it('sandbox pay says where the confirmation went and what came back', async () => {
  const machine = quickMachine();
  const code = async () => JSON.parse((await machine.payctl(QR)).stdout);
  expect(await pay(machine, await code())).toMatchInlineSnapshot(`
    "No confirmation was sent: the embedded bank has no address for it. To receive one: payctl --sandbox listen --from-sandbox. To send it to your application: payctl sandbox settings confirmationUrl=http://127.0.0.1:PORT/
    "
  `);
  let reply = '{"resCode":"00"}';
  const application = await recordingServer((socket) => socket.write(answer(reply)));
  await machine.payctl(`sandbox settings confirmationUrl=${application.url}`);
  expect(await pay(machine, await code())).toMatchInlineSnapshot(`
    "the confirmation of ID went to http://127.0.0.1:PORT/ and was acknowledged
    "
  `);
  reply = '{"resCode":"99"}';
  expect(await pay(machine, await code())).toMatchInlineSnapshot(`
    "the confirmation of ID went to http://127.0.0.1:PORT/ and was not acknowledged: the answer has resCode 99, not "00"
    "
  `);
  await machine.payctl('sandbox faults no-callback --times 1');
  expect(await pay(machine, await code())).toMatchInlineSnapshot(`
    "the confirmation of ID is held back by a fault; see payctl sandbox faults
    "
  `);
});

it('a listener is pointed at, and hears of the payment', async () => {
  const machine = quickMachine();
  const listener = machine.serve('--sandbox listen --port 0 --from-sandbox --verify'.split(' '));
  await listener.says(/the embedded bank sends its confirmations here/);
  const code = JSON.parse((await machine.payctl(QR)).stdout);
  expect(await pay(machine, code)).toContain('and was acknowledged');
  await listener.says(/verified {2}qr30 {2}100\.00 {2}ORDER1|"state":"verified"/);
  await listener.stop();
});

it('only the profile of the embedded bank takes --from-sandbox', async () => {
  const machine = quickMachine();
  const env = {
    PAYCTL_BASE_URL: 'http://127.0.0.1:9',
    PAYCTL_API_KEY: 'k',
    PAYCTL_API_SECRET: 's',
  };
  expect(await machine.payctl('listen --from-sandbox', { env })).toMatchObject({ code: 2 });
});

it('a code of another bank is refused, and the message names that bank', async () => {
  const machine = quickMachine();
  const env = { PAYCTL_SANDBOX: 'checkout' };
  const code = JSON.parse((await machine.payctl(QR, { env })).stdout);
  const refused = await machine.payctl(['sandbox', 'pay', code]);
  expect([refused.code, refused.stderr]).toEqual([
    5,
    expect.stringContaining('bank checkout made'),
  ]);
  expect((await machine.payctl(['sandbox', 'pay', code], { env })).code).toBe(0);
  const own = JSON.parse((await machine.payctl(QR.replace('ORDER1', 'ORDER2'))).stdout);
  const other = await machine.payctl(['sandbox', 'pay', '--id', 'checkout', own]);
  expect([other.code, other.stderr]).toEqual([
    5,
    expect.stringContaining('the shared embedded bank'),
  ]);
});

it('banks are listed and deleted, but not while they are served', async () => {
  const machine = freshMachine();
  expect((await machine.payctl('sandbox delete checkout --yes')).code).toBe(6);
  const bank = await serveBank(machine, '--id', 'checkout', '--lenient');
  expect(bank.env.PAYCTL_SANDBOX).toBe('checkout');
  const settings = await machine.payctl('sandbox settings --id checkout -o json');
  expect(JSON.parse(settings.stdout)).toMatchObject({ anyRequestUId: true, rateLimit: 0 });
  expect(settings.stderr).toContain('hold for calls to it alone: rateLimit, anyRequestUId');
  expect((await machine.payctl('sandbox delete checkout --yes')).code).toBe(5);
  await bank.stop();
  const after = await machine.payctl('sandbox settings --id checkout -o json');
  expect(JSON.parse(after.stdout)).toMatchObject({ anyRequestUId: false });
  const listed = await machine.payctl('sandbox list -o json');
  expect(JSON.parse(listed.stdout)).toMatchObject([{ name: 'checkout' }]);
  expect((await machine.payctl('sandbox delete checkout --yes')).code).toBe(0);
  expect(JSON.parse((await machine.payctl('sandbox list -o json')).stdout)).toEqual([]);
});

it('sandbox serve -o json is one line for a program', async () => {
  const machine = quickMachine();
  const words = '--port 0 --control --id Till --confirmation-url http://shop:3000/paid -o json';
  const refused = await machine.payctl(`sandbox serve ${words}`);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining('--deliver-to shop:3000'),
  ]);
  const served = machine.serve(`sandbox serve ${words} --deliver-to shop:3000`.split(' '));
  const [text] = await served.says(/^\{.*\}$/m);
  const { url, controlKey, phone, env, ...line } = JSON.parse(text);
  expect(line).toMatchObject({ id: 'till', apiKey: env.PAYCTL_API_KEY });
  expect(phone).toMatch(/^http/);
  expect([env.PAYCTL_SANDBOX, env.PAYCTL_SANDBOX_KEY]).toEqual(['till', controlKey]);
  expect(env.PAYCTL_BASE_URL).toBe(`${url}/bank-till/partners/sandbox`);
  const document = JSON.parse(await (await fetch(`${url}/partners/openapi.json`)).text());
  expect(document.servers).toMatchObject([{ url: `${url}/partners` }]);
  await served.stop();
});
