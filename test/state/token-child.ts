import { get } from 'node:http';
import type { Token } from '../../src/client/connection.js';
import { PayctlError } from '../../src/core/errors.js';
import { nodeHost } from '../../src/host/node.js';
import { fileTokenStore } from '../../src/state/token-store.js';

/** `token-child DIRECTORY PORT`: prints a token that is not the expired one, bought at the server if need be. */
const host = nodeHost();
const [directory = '', port = '0'] = host.argv;

function buy(): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = get(`http://127.0.0.1:${port}/${host.process.self.pid}`, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        body += part;
      });
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(body)
          : reject(new PayctlError('AUTH', 'no access token: refused')),
      );
    });
    request.on('error', reject);
  });
}

async function main(): Promise<void> {
  const store = fileTokenStore(host, directory, 'f'.repeat(64), () => undefined);
  const isStale = (token: Token): boolean => token.expiresAt - host.clock.now() < 60_000;
  const { accessToken } = await store.renew('application', isStale, async () => {
    const accessToken = await buy();
    const now = host.clock.now();
    return { accessToken, tokenType: 'Bearer', receivedAt: now, expiresAt: now + 1_800_000 };
  });
  await host.stdout.write(accessToken);
}

main().catch((error: unknown) => {
  process.stderr.write(String(error));
  process.exitCode = error instanceof PayctlError ? 4 : 1;
});
