import { createServer } from 'node:net';

export const PASSWORD = 'only-for-tests';

export function urlAt(port: number, database: string, user = 'postgres'): string {
  return `postgres://${user}@127.0.0.1:${port}/${database}?sslmode=disable`;
}

/** Below what the system gives to connections by itself: one of those could take a port between two looks. */
const [FIRST, LAST] = [10_000, 32_000];
let next = FIRST + ((process.pid * 101) % (LAST - FIRST));

/** A port that nobody listens on, and that other processes of the run look for elsewhere. */
export async function freePort(): Promise<number> {
  for (;;) {
    next = next < LAST ? next + 1 : FIRST;
    if (await isFree(next)) return next;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((done) => {
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
}
