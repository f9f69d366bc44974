import type { ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Finished, Machine } from './payctl.js';

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
  run(machine: Machine, args: string, blow?: Blow): Promise<Finished>;
  /** The first request to such a path waits until it is released. */
  hold(path: string): Held;
  close(): Promise<void>;
}

export interface Held {
  /** Somebody has asked. */
  asked: Promise<unknown>;
  release(): void;
}

/** A door between command and bank, at which a run can be killed at an exact moment. */
export async function openGate(bank: string): Promise<Gate> {
  let child: ChildProcess | undefined;
  let blow: Blow | undefined;
  let held: { path: string; pass: () => Promise<unknown> } | undefined;

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
    const waiting = held && path.includes(held.path) ? held.pass() : Promise.resolve();
    const forwarded = waiting.then(() => forward(bank, message));
    void forwarded.then(
      ({ status, body }) => {
        if (!strikes(path, 'answer', response)) {
          response.writeHead(status, { 'content-type': 'application/json' }).end(body);
        }
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address: AddressInfo = Object(server.address());
  const gate: Gate = {
    url: `http://127.0.0.1:${address.port}${new URL(bank).pathname}`,
    run(machine, args, next) {
      blow = next;
      const running = machine.start(args, { env: { PAYCTL_BASE_URL: gate.url } });
      child = running.child;
      return running.ended;
    },
    hold(path) {
      const events = new EventEmitter();
      const [asked, released] = [once(events, 'asked'), once(events, 'released')];
      const pass = () => {
        held = undefined;
        events.emit('asked');
        return released;
      };
      held = { path, pass };
      return { asked, release: () => void events.emit('released') };
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return gate;
}

async function forward(
  bank: string,
  message: IncomingMessage,
): Promise<{ status: number; body: Buffer }> {
  const url = new URL(message.url ?? '/', bank);
  const { method, headers } = message;
  return new Promise((done, fail) => {
    const onward = request(url, { method, headers, agent: false }, (answer) => {
      buffer(answer).then((body) => done({ status: answer.statusCode ?? 500, body }), fail);
    });
    onward.on('error', fail);
    message.pipe(onward);
  });
}
