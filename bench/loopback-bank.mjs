// @ts-check
// A bare node:http server with fixed answers: what a call costs where the bank costs nothing.
import { createServer } from 'node:http';

const ANSWERS = {
  '/v1/oauth/token': {
    status: { code: 1000, description: 'Success' },
    data: {
      accessToken: '3f1c9a54-0000-4000-8000-9d2b6c0e7a11',
      tokenType: 'Bearer',
      expiresIn: 1800,
      expiresAt: Math.floor(Date.now() / 1000) + 1800,
    },
  },
  '/v1/payment/ewallets/inquire': {
    status: { code: 1000, description: 'Success' },
    data: {
      transactionId: '2026010122001400001',
      amount: '100.00',
      mid: '000000000000001',
      tid: '00000001',
      tradeState: 'SUCCESS',
      exchangeRate: '4.75',
      cnyAmount: '21.05',
    },
  },
  '/v1/payment/ewallets/qrcode/cancel': {
    status: { code: 1000, description: 'Success' },
    data: { tradeState: 'CLOSED', resultCode: 'SUCCESS' },
  },
  '/v1/balance': { object: 'balance', available: [{ amount: 10000, currency: 'thb' }] },
};
const bodies = new Map(
  Object.entries(ANSWERS).map(([path, answer]) => [path, Buffer.from(JSON.stringify(answer))]),
);

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const body = bodies.get(new URL(request.url ?? '/', 'http://bank').pathname);
    response.writeHead(body ? 200 : 404, {
      'content-type': 'application/json',
      'content-length': body?.length ?? 0,
    });
    response.end(body);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = Object(server.address());
  process.send?.(`http://127.0.0.1:${port}`);
});
process.on('disconnect', () => process.exit());
