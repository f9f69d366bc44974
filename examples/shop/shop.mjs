// A shop that is paid by QR. `payctl attack` finds nothing in it; docs/attack.md says why.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { bangkokDate, createClient } from 'payctl';

const { PAYCTL_BANK_URL: baseUrl, PAYCTL_BILLER_ID: billerId, PORT = '8080' } = process.env;
const { PAYCTL_API_KEY: apiKey, PAYCTL_API_SECRET: apiSecret } = process.env;
const bank = createClient({ baseUrl, apiKey, apiSecret, timeoutMs: 5_000, retries: 0 });

// What the shop knows is on disk before anybody is told of it; a database does it as well.
const file = process.env.SHOP_FILE ?? 'shop.json';
const orders = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
function save(reference, news) {
  orders[reference] = { ...orders[reference], ...news };
  writeFileSync(`${file}.new`, JSON.stringify(orders), { flush: true });
  renameSync(`${file}.new`, file);
}

// Only the bank's own answers credit an order, from the day before it was made until tomorrow.
const DAY = 86_400_000;
async function ask(reference, { madeAt, heard }) {
  const payments = {};
  for (let at = madeAt - DAY; at <= Date.now() + DAY; at += DAY) {
    const day = { billerId, reference1: reference, transactionDate: bangkokDate(at) };
    const { data } = await bank.bill.inquire(day);
    if (!Array.isArray(data)) return; // no answer says nothing: the next round asks again
    for (const { transactionId, amount, reverseFlag } of data)
      if (reverseFlag !== 'R') payments[transactionId] = Math.round(amount * 100);
  }
  save(reference, { askedAt: Date.now(), payments, asked: heard });
}

// Asks about what was confirmed since it last asked, and for a week, ever less often, about open orders.
const credited = ({ payments }) => Object.values(payments).reduce((sum, one) => sum + one, 0);
async function askAll() {
  for (const [reference, order] of Object.entries(orders)) {
    const age = Date.now() - order.madeAt;
    const isDue = age > 1.1 * (order.askedAt - order.madeAt) && age < 7 * DAY;
    const isOpen = credited(order) === 0 && isDue;
    if (order.heard > order.asked || isOpen) await ask(reference, order);
  }
  setTimeout(askAll, 300);
}
void askAll();

const routes = {
  async 'POST /orders'() {
    const reference = crypto.randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase();
    const { data } = await bank.qr.create({ ppId: billerId, ref1: reference, amount: 120.5 });
    save(reference, { madeAt: Date.now(), askedAt: 0, payments: {}, heard: 0, asked: 0 });
    return { reference, amount: '120.50', payload: data.data.qrRawData };
  },
  async 'GET /orders'() {
    return Object.entries(orders).map(([reference, order]) => {
      const amount = (credited(order) / 100).toFixed(2);
      return { reference, state: amount === '0.00' ? 'open' : 'paid', amount };
    });
  },
  async 'POST /confirm'(request) {
    const { billPaymentRef1: reference } = await json(request);
    if (Object.hasOwn(orders, reference)) save(reference, { heard: orders[reference].heard + 1 });
    return { resCode: '00' };
  },
};
createServer(async (request, response) => {
  const route = routes[`${request.method} ${request.url}`];
  const answer = await route?.(request).catch(() => undefined);
  response.writeHead(answer ? 200 : 500).end(JSON.stringify(answer));
}).listen(Number(PORT), '127.0.0.1');
