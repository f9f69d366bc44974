import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { opened } from '../fixtures/servers.js';

/** Before the bank; holds token calls back, so that their buyers stand between claim and first byte. */
export interface Front {
  url: string;
  /** `token`: somebody asks for one, and has to wait. */
  events: EventEmitter;
  holdTokens(hold: boolean): void;
  /** Lets go all that was held back. */
  release(): void;
  close(): void;
}

export async function frontOf(bank: string): Promise<Front> {
  const { origin, pathname } = new URL(bank);
  const events = new EventEmitter();
  let holds = false;
  const forward = (from: IncomingMessage, to: ServerResponse): void => {
    const { method, headers } = from;
    const onward = request(origin + from.url, { method, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 500, answer.headers);
      // An answer that breaks off does so on both sides.
      pipeline(answer, to, () => {});
    });
    onward.on('error', () => to.destroy());
    from.pipe(onward);
  };
  const server = createServer((from, to) => {
    if (!holds || !from.url?.includes('/token')) return forward(from, to);
    void once(events, 'released').then(() => forward(from, to));
    events.emit('token');
  });
  return {
    url: `http://127.0.0.1:${await opened(server)}${pathname}`,
    events,
    holdTokens(hold) {
      holds = hold;
    },
    release: () => void events.emit('released'),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
