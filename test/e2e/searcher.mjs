// A sound application of a third style: it takes no confirmations, searches all payments of three days,
// page by page, and adds what it learns to a file.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { PAYCTL_BANK_URL, PAYCTL_API_KEY, PAYCTL_API_SECRET, PAYCTL_BILLER_ID } = process.env;
const { SHOP_FILE, PORT } = process.env;
const orders = new Map();
const PAGE = 20;
let token;

const learn = ({ reference, ...payment }) =>
  orders.set(reference, { ...orders.get(reference), ...payment });
function write(line) {
  appendFileSync(SHOP_FILE, `${JSON.stringify(line)}\n`, { flush: true });
  learn(line);
}
if (existsSync(SHOP_FILE))
  for (const line of readFileSync(SHOP_FILE, 'utf8').split('\n')) if (line) learn(JSON.parse(line));

async function post(path, body, more) {
  const headers = {
    'content-type': 'application/json',
    resourceOwnerId: PAYCTL_API_KEY,
    requestUId: crypto.randomUUID().replaceAll('-', ''),
    ...more,
  };
  const signal = AbortSignal.timeout(3_000);
  const options = { method: 'POST', headers, body: JSON.stringify(body), signal };
  const answer = await fetch(PAYCTL_BANK_URL + path, options);
  if (answer.status === 401) token = undefined;
  if (answer.status !== 200) throw new Error(String(answer.status));
  return (await answer.json()).data;
}
async function call(path, body) {
  const keys = { applicationKey: PAYCTL_API_KEY, applicationSecret: PAYCTL_API_SECRET };
  token ??= (await post('/v1/oauth/token', keys)).accessToken;
  return post(path, body, { authorization: `Bearer ${token}` });
}

const bangkok = (days) => new Date(Date.now() + (7 + 24 * days) * 3_600_000).toISOString();
async function search(pageNumber) {
  const account = {
    proxyIdentificationType: 'billerid',
    proxyIdentification: PAYCTL_BILLER_ID,
  };
  const dates = { fromDate: bangkok(-1).slice(0, 10), toDate: bangkok(1).slice(0, 10) };
  const more = { creditorAccount: account, pageNumber: String(pageNumber), pageSize: String(PAGE) };
  const { searchPaymentStatusReport: report } = await call('/v3/payment/billpayment/inquiry', {
    messageIdentification: crypto.randomUUID().replaceAll('-', ''),
    creationDateTime: bangkok(0).replace('Z', '+07:00'),
    paymentSearchCriteria: { requestedExecutionDate: { dateSearch: dates } },
    supplementaryData: { envelope: { additionalData: more } },
  });
  const found = report.searchPaymentReport;
  return found.length < PAGE ? found : [...found, ...(await search(pageNumber + 1))];
}
async function poll() {
  for (const payment of await search(1).catch(() => [])) {
    const { transactionStatus, ...about } = payment.transactionInformationAndStatus;
    const reference = payment.supplementaryData.envelope.originalMessage.billReference1;
    const { amount } = about.originalTransactionReference.interbankSettlementAmount;
    const credited = transactionStatus === 'ACCC' ? amount : '0.00';
    const id = about.clearingSystemReference;
    if (orders.get(reference)?.[id] !== credited) write({ reference, [id]: credited });
  }
  setTimeout(() => void poll(), 400);
}
void poll();

async function make() {
  const ref1 = crypto.randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase();
  write({ reference: ref1 });
  const order = { qrType: 'PP', ppType: 'BILLERID', ppId: PAYCTL_BILLER_ID, ref1, amount: 75.25 };
  const { qrRawData: payload } = (await call('/v2/payment/qrcode/create', order)).data;
  return JSON.stringify({ reference: ref1, amount: '75.25', payload });
}

function list() {
  const lines = Array.from(orders, ([reference, order]) => {
    const amount = Object.values(order).reduce((sum, one) => sum + Number(one), 0);
    return JSON.stringify({ reference, state: amount > 0 ? 'paid' : 'open', amount });
  });
  return lines.join('\n');
}

createServer((request, response) => {
  if (request.url === '/list') response.end(list());
  else if (request.url === '/new') {
    make().then(
      (order) => response.end(order),
      () => response.writeHead(503).end(),
    );
  } else response.writeHead(404).end();
}).listen(Number(PORT), '127.0.0.1');
