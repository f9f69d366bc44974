// The least that could answer as the bank does: node:http, JSON, zod, one fixed answer an operation.
import { createServer } from 'node:http';
import * as z from 'zod';

const text = (most) => z.string().min(1).max(most);
/** Of an answer as long as the bank's. */
const UNUSED =
  'nonceStr,timeEnd,ref1,ref2,ref3,masterMid,masterTid,buyerUserId,buyerLoginId,addressLine1,addressLine2,addressLine3'.split(
    ',',
  );
const OPERATIONS = {
  '/v1/payment/ewallets/inquire': {
    input: z.object({
      tranType: z.enum(['A', 'W']),
      companyId: text(15),
      terminalId: text(15),
      outTradeNo: text(32),
    }),
    data: {
      transactionId: '2026010122001400001000000000',
      amount: '1.00',
      mid: '00100',
      tid: '100000000000001',
      tradeState: 'SUCCESS',
      exchangeRate: '5.00',
      cnyAmount: '0.20',
      ...Object.fromEntries(UNUSED.map((name) => [name, ''])),
    },
  },
  '/v1/payment/ewallets/qrcode/create': {
    input: z.object({
      tranType: z.enum(['A', 'W']),
      companyId: text(15),
      terminalId: text(15),
      outTradeNo: text(32),
      totalFee: z.string().regex(/^\d{1,13}(\.\d{1,2})?$/),
    }),
    data: { codeUrl: 'https://wallet.example/q/1', prepayId: '' },
  },
};

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const [status, answer] = answerTo(request.url, Buffer.concat(chunks).toString());
    const body = JSON.stringify(answer);
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
});

function answerTo(path, body) {
  const operation = OPERATIONS[path];
  if (operation === undefined) return [404, { status: { code: 1104, description: 'Unknown' } }];
  const parsed = operation.input.safeParse(JSON.parse(body));
  if (!parsed.success) return [400, { status: { code: 1102, description: parsed.error.message } }];
  return [200, { status: { code: 1000, description: 'Success' }, data: operation.data }];
}

server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
