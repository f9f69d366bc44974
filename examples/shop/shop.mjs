// A shop that is paid by QR. `payctl attack` finds nothing in it; docs/attack.md says why each line is there.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const {
  PAYCTL_BANK_URL: bank,
  PAYCTL_BILLER_ID: billerId,
  SHOP_FILE: file = 'shop.jsonl',
} = process.env;
const { PAYCTL_API_KEY: applicationKey, PAYCTL_API_SECRET: applicationSecret } = process.env;
const orders = new Map();
let token;

// All that the shop knows are lines of a file, which are only added: a kill loses nothing that was answered.
function learn(line) {
  const order = orders.get(line.reference) ?? { payments: {}, days: new Set(), heard: 0, asked: 0 };
  const { day, ...facts } = line;
  orders.set(line.reference, Object.assign(order, facts));
  if (day === undefined) return;
  order.days.add(day);
  order.heard += 1;
}
function write(line) {
  appendFileSync(file, `${JSON.stringify(line)}\n`, { flush: true });
  learn(line);
}

async function call(method, path, body) {
  token ??= (await send('POST', '/v1/oauth/token', { applicationKey, applicationSecret }))
    .accessToken;
  return send(method, path, body, { authorization: `Bearer ${token}` });
}
async function send(method, path, body, more) {
  const requestUId = crypto.randomUUID().replaceAll('-', '');
  const headers = {
    'content-type': 'application/json',
    resourceOwnerId: applicationKey,
    requestUId,
    ...more,
  };
  const signal = AbortSignal.timeout(5000);
  const answer = await fetch(bank + path, {
    method,
    headers,
    signal,
    body: body && JSON.stringify(body),
  });
  if (answer.status === 401) token = undefined;
  if (!answer.ok) throw new Error(`the bank answered ${answer.status}`);
  return (await answer.json()).data;
}

// Only the bank's own answer credits an order, on the day of the payment or around today.
const dayOf = (ms) => new Date(ms + 7 * 3_600_000).toISOString().slice(0, 10);
async function ask(reference, { days, heard }) {
  const around = [-1, 0, 1].map((more) => dayOf(Date.now() + more * 86_400_000));
  const payments = {};
  for (const transactionDate of new Set([...around, ...days])) {
    const query = new URLSearchParams({
      eventCode: '00300100',
      transactionDate,
      billerId,
      reference1: reference,
    });
    for (const paid of await call('GET', `/v1/payment/billpayment/inquiry?${query}`)) {
      if (paid.reverseFlag !== 'R') payments[paid.transactionId] = paid.amount;
    }
  }
  // What is confirmed during the question is asked about again.
  write({ reference, payments, asked: heard });
}
// Asks about what was confirmed, and about young orders that nobody confirms; what fails is asked again.
async function askAll() {
  for (const [reference, order] of orders) {
    const isOpen = Object.keys(order.payments).length === 0 && Date.now() - order.madeAt < 60_000;
    if (order.heard > order.asked || isOpen) await ask(reference, order).catch(() => undefined);
  }
  setTimeout(askAll, 300);
}

const routes = {
  async 'POST /orders'() {
    const reference = crypto.randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase();
    const amount = '120.50';
    const order = {
      qrType: 'PP',
      ppType: 'BILLERID',
      ppId: billerId,
      ref1: reference,
      amount: 120.5,
    };
    const { qrRawData: payload } = (await call('POST', '/v2/payment/qrcode/create', order)).data;
    write({ reference, amount, madeAt: Date.now() });
    return { reference, amount, payload };
  },
  'GET /orders': () =>
    [...orders].map(([reference, { payments }]) => {
      const satang = Object.values(payments).reduce(
        (sum, amount) => sum + Math.round(amount * 100),
        0,
      );
      return { reference, state: satang > 0 ? 'paid' : 'open', amount: (satang / 100).toFixed(2) };
    }),
  'POST /confirm'({ billPaymentRef1: reference, transactionDateandTime: at = '' }) {
    if (orders.has(reference)) write({ reference, day: at.slice(0, 10) });
    return { resCode: '00' };
  },
};

if (existsSync(file))
  readFileSync(file, 'utf8').split('\n').filter(Boolean).map(JSON.parse).forEach(learn);
void askAll();
createServer(async (request, response) => {
  const body = (await request.toArray()).join('');
  const route = routes[`${request.method} ${request.url}`];
  const answer = await Promise.resolve(route?.(body && JSON.parse(body))).catch(() => undefined);
  response
    .writeHead(answer ? 200 : 500, { 'content-type': 'application/json' })
    .end(JSON.stringify(answer));
}).listen(Number(process.env.PORT ?? 8080), '127.0.0.1');
