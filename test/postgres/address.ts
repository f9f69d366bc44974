import { createServer } from 'node:net';

export const PASSWORD = 'only-for-tests';

export function urlAt(port: number, database: string, user = 'postgres'): string {
  return `postgres://${user}@127.0.0.1:${port}/${database}?sslmode=disable`;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
