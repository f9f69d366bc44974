// A sound application of another style: it believes no confirmation, asks about every order in
// turn, from the day of the order to today, and lists its orders as CSV.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { PAYCTL_BANK_URL, PAYCTL_API_KEY, PAYCTL_API_SECRET, PAYCTL_BILLER_ID } = process.env;
const { SHOP_FILE, PORT } = process.env;
let orders = {};
try {
  orders = JSON.parse(readFileSync(SHOP_FILE, 'utf8'));
} catch {}
const keep = () => {
  writeFileSync(`${SHOP_FILE}.new`, JSON.stringify(orders));
  renameSync(`${SHOP_FILE}.new`, SHOP_FILE);
};
const headers = () => ({
  'content-type': 'application/json',
  resourceOwnerId: PAYCTL_API_KEY,
  requestUId: crypto.randomUUID().replaceAll('-', ''),
});

async function fetchJson(path, options) {
  const signal = AbortSignal.timeout(3000);
  const answer = await fetch(PAYCTL_BANK_URL + path, { signal, ...options });
  if (answer.status !== 200) throw new Error(String(answer.status));
  return (await answer.json()).data;
}

const dayOf = (ms) => new Date(ms + 7 * 3_600_000).toISOString().slice(0, 10);

async function paid(reference, at) {
  const body = JSON.stringify({
    applicationKey: PAYCTL_API_KEY,
    applicationSecret: PAYCTL_API_SECRET,
  });
  const token = await fetchJson('/v1/oauth/token', { method: 'POST', headers: headers(), body });
  const found = new Map();
  for (const date of new Set([at, Date.now()].map(dayOf))) {
    const query = `eventCode=00300100&transactionDate=${date}&billerId=${PAYCTL_BILLER_ID}&reference1=${reference}`;
    const more = { ...headers(), authorization: `Bearer ${token.accessToken}` };
    const records = await fetchJson(`/v1/payment/billpayment/inquiry?${query}`, { headers: more });
    for (const one of records)
      found.set(one.transactionId, one.reverseFlag === 'R' ? 0 : Number(one.amount));
  }
  return [...found.values()].reduce((sum, amount) => sum + amount, 0);
}

async function poll() {
  for (const [reference, order] of Object.entries(orders)) {
    if (Date.now() - order.at > 30_000) continue;
    const credited = await paid(reference, order.at).catch(() => undefined);
    if (credited === undefined || credited === order.credited) continue;
    order.credited = credited;
    keep();
  }
  setTimeout(() => void poll(), 200);
}
void poll();

/** The text of a bill payment QR, as the specification of EMVCo has it. */
function payloadOf(reference) {
  const field = (id, value) => id + String(value.length).padStart(2, '0') + value;
  const bill = [
    ['00', 'A000000677010112'],
    ['01', PAYCTL_BILLER_ID],
    ['02', reference],
  ];
  const text = `${field('00', '01')}${field('01', '12')}${field('30', bill.map(([id, value]) => field(id, value)).join(''))}${field('53', '764')}${field('54', '99.75')}${field('58', 'TH')}6304`;
  let crc = 0xffff;
  for (const sign of text) {
    crc ^= sign.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return text + crc.toString(16).toUpperCase().padStart(4, '0');
}

createServer((request, response) => {
  if (request.url === '/new') {
    const reference = `P${crypto.randomUUID().replaceAll('-', '').slice(0, 15).toUpperCase()}`;
    orders[reference] = { at: Date.now(), credited: 0 };
    keep();
    response.end(JSON.stringify({ reference, amount: 99.75, payload: payloadOf(reference) }));
  } else if (request.url === '/list') {
    const lines = Object.entries(orders).map(([reference, { credited }]) =>
      [reference, credited > 0 ? 'สำเร็จ' : 'pending', credited.toFixed(2)].join(','),
    );
    response.end(['Order No,สถานะ,จำนวนเงิน', ...lines, ''].join('\n'));
  } else response.end('ok');
}).listen(Number(PORT), '127.0.0.1');
