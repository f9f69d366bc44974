import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BIN } from './payctl.js';

/** Where on the way of a call the command is killed, or its answer lost. */
export interface Blow {
  /** End of the path. */
  path: string;
  /** `request`: the bank never hears of it. `answer`: it has done what was asked. */
  at: 'request' | 'answer';
  kind: 'kill' | 'lose';
}

export interface Gate {
  url: string;
  /** Runs the command against the gate until it ends; null where a blow killed it. */
  run(
    args: string,
    env: NodeJS.ProcessEnv,
    blow?: Blow,
  ): Promise<{ code: number | null; stderr: string }>;
  close(): Promise<void>;
}

/** A door between command and bank, at which a run can be killed at an exact moment. */
export async function openGate(bank: string): Promise<Gate> {
  let child: ChildProcess | undefined;
  let blow: Blow | undefined;

  function strikes(path: string, at: Blow['at'], response: ServerResponse): boolean {
    if (blow?.at !== at || !path.endsWith(blow.path)) return false;
    if (blow.kind === 'kill') child?.kill('SIGKILL');
    blow = undefined;
    response.destroy();
    return true;
  }

  const server = createServer((message, response) => {
    const path = message.url ?? '';
    if (strikes(path, 'request', response)) return;
    void forward(bank, message).then(({ status, body }) => {
      if (!strikes(path, 'answer', response)) {
        response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (!isAddress(address)) throw new Error('the gate has no address');
  return {
    url: `http://127.0.0.1:${address.port}${new URL(bank).pathname}`,
    run(args, env, next) {
      blow = next;
      const started = spawn(process.execPath, [BIN, ...args.split(' ')], { env });
      child = started;
      let stderr = '';
      started.stderr.on('data', (chunk: Buffer) => {
        stderr += chunk.toString();
      });
      return new Promise((done) => started.on('close', (code) => done({ code, stderr })));
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function forward(
  bank: string,
  message: IncomingMessage,
): Promise<{ status: number; body: Buffer }> {
  const url = new URL(message.url ?? '/', bank);
  const { method, headers } = message;
  return new Promise((done, fail) => {
    const onward = request(url, { method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        done({ status: answer.statusCode ?? 500, body: Buffer.concat(chunks) }),
      );
    });
    onward.on('error', fail);
    message.pipe(onward);
  });
}

function isAddress(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}
