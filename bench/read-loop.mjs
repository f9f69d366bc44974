// @ts-check
// The plain way to make many reads: one keep-alive agent, so many calls at once, each answer parsed
// and looked at.
//   node read-loop.mjs http|got URL ROWS CONCURRENCY
import { Agent, request } from 'node:http';

const [library, url, rows, concurrency] = process.argv.slice(2);
const address = `${url}/v1/payment/ewallets/inquire`;
const agent = new Agent({ keepAlive: true, maxSockets: Number(concurrency) });
const headers = {
  accept: 'application/json',
  authorization: 'Bearer 3f1c9a54-0000-4000-8000-9d2b6c0e7a11',
  resourceOwnerId: 'a1b2c3d4-0000-4000-8000-000000000001',
};

const ask = library === 'got' ? await byGot() : byNode;
let next = 0;
await Promise.all(Array.from({ length: Number(concurrency) }, work));
agent.destroy();

async function work() {
  while (next < Number(rows)) {
    const row = ++next;
    const fields = {
      tranType: 'A',
      companyId: '12345',
      terminalId: '00000001',
      outTradeNo: `SBX${String(row).padStart(9, '0')}`,
    };
    const requestUId = row.toString(16).padStart(32, '0');
    const answer = await ask(fields, { ...headers, requestUId });
    if (answer.data.tradeState !== 'SUCCESS') throw new Error(JSON.stringify(answer));
  }
}

async function byGot() {
  const { default: got } = await import('got');
  const options = { agent: { http: agent }, retry: { limit: 0 } };
  return (json, own) => got.post(address, { ...options, json, headers: own }).json();
}

function byNode(fields, own) {
  const body = JSON.stringify(fields);
  const length = Buffer.byteLength(body);
  const sent = { ...own, 'content-type': 'application/json', 'content-length': length };
  return new Promise((resolve, reject) => {
    const call = request(address, { method: 'POST', agent, headers: sent }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
      response.on('error', reject);
    });
    call.on('error', reject);
    call.end(body);
  });
}
