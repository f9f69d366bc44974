import { connect, createServer, type Server, type Socket } from 'node:net';
import { opened } from '../fixtures/servers.js';
import { urlAt } from './address.js';
import { type Message, MessageReader } from './messages.js';

export type Direction = 'to-server' | 'to-client';

/** A message that goes through: the how-manieth of all connections since the count began. */
export interface Passing extends Message {
  direction: Direction;
  number: number;
  /** The how-manieth connection it belongs to. */
  connection: number;
}

/**
 * What happens to a message: it goes on, the connection is cut before it, or after it, or it is
 * the last that goes in its direction (half of the connection is closed).
 */
export type Fate = 'pass' | 'cut' | 'pass-and-cut' | 'half-close' | 'swallow';

/** Decides about each message; the next of its connection waits for the decision. */
export type Trap = (message: Passing) => Fate | Promise<Fate>;

/** Stands before PostgreSQL and sees each message of its protocol, as long as that is not encrypted. */
export class WireProxy {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #target: number;
  #trap: Trap | undefined;
  #messages = 0;
  #connections = 0;

  private constructor(server: Server, port: number, target: number) {
    this.#server = server;
    this.port = port;
    this.#target = target;
  }

  static async before(target: number): Promise<WireProxy> {
    const server = createServer({ allowHalfOpen: true });
    const proxy = new WireProxy(server, await opened(server), target);
    server.on('connection', (client) => proxy.#accept(client));
    return proxy;
  }

  url(database: string, user = 'postgres'): string {
    return urlAt(this.port, database, user);
  }

  /** How many messages went through since the count began. */
  get messages(): number {
    return this.#messages;
  }

  get connections(): number {
    return this.#connections;
  }

  /** Counts from now on, and asks the trap about each message. */
  watch(trap: Trap = () => 'pass'): void {
    this.#messages = 0;
    this.#connections = 0;
    this.#trap = trap;
  }

  /** New connections go there, as after a failover; those that stand are cut. */
  retarget(port: number): void {
    this.#target = port;
    this.cutAll();
  }

  cutAll(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async dispose(): Promise<void> {
    this.cutAll();
    await new Promise((done) => this.#server.close(done));
  }

  #accept(client: Socket): void {
    const number = ++this.#connections;
    const server = connect({ port: this.#target, host: '127.0.0.1', allowHalfOpen: true });
    const readers = {
      'to-server': new MessageReader('to-server'),
      'to-client': new MessageReader('to-client'),
    };
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {});
    }
    client.on('close', () => {
      this.#sockets.delete(client);
      server.destroy();
    });
    server.on('close', () => {
      this.#sockets.delete(server);
      client.destroy();
    });
    const forward = (direction: Direction, from: Socket, to: Socket) => {
      let before = Promise.resolve();
      from.on('data', (part: Buffer) => {
        before = before.then(async () => {
          for (const message of readers[direction].read(part)) {
            if (message.type === 'ask-encryption') readers['to-client'].expectOneByte();
            await this.#pass({ direction, connection: number, from, to, message });
          }
        });
      });
      from.on('end', () => void before.then(() => to.end()));
    };
    forward('to-server', client, server);
    forward('to-client', server, client);
  }

  async #pass({ direction, connection, from, to, message }: Step): Promise<void> {
    if (from.destroyed && direction === 'to-client') return;
    const number = ++this.#messages;
    const fate = (await this.#trap?.({ ...message, direction, number, connection })) ?? 'pass';
    if (fate === 'pass' || fate === 'pass-and-cut') to.write(message.bytes);
    if (fate === 'half-close') to.end();
    if (fate === 'cut') {
      from.resetAndDestroy();
      to.resetAndDestroy();
    }
    if (fate === 'pass-and-cut') {
      from.resetAndDestroy();
      to.end();
    }
  }
}

interface Step {
  direction: Direction;
  connection: number;
  from: Socket;
  to: Socket;
  message: Message;
}
