import { Agent, type ClientRequestArgs } from 'node:http';
import type { AgentOptions } from 'node:https';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

type Created = NonNullable<Parameters<Agent['createConnection']>[1]>;

interface Opening {
  /** Opens the connections: Node's own agent, or that of a proxy. */
  inner: Agent;
  /** The event after which the first byte may be written. */
  readiness: 'connect' | 'secureConnect';
  options: AgentOptions;
  /** After this long a connection that is not ready is given up. */
  connectMs: number;
}

/**
 * Hands a connection to its request only when it is ready: from the request's event `socket` to its
 * first byte nothing is awaited, so a listener can still refuse.
 */
export class ReadyAgent extends Agent {
  /** Node sets it; with it one of these can stand for an agent of node:https as well. */
  declare readonly options: AgentOptions;
  readonly defaultPort: number;
  readonly protocol: string;
  readonly #opening: Opening;
  /** Sockets that no request has yet: Node destroys only those that one has. */
  readonly #pending = new Set<Duplex>();

  constructor(opening: Opening) {
    super(opening.options);
    const isSecure = opening.readiness === 'secureConnect';
    this.protocol = isSecure ? 'https:' : 'http:';
    this.defaultPort = isSecure ? 443 : 80;
    this.#opening = opening;
  }

  override createConnection(options: ClientRequestArgs, created: Created): undefined {
    let isOpened = false;
    const open = (error?: Error | null, socket?: Duplex | null): void => {
      // Node's agent calls again when the connection that it returned is ready.
      if (isOpened) return;
      isOpened = true;
      if (error || !socket) created(error ?? new Error('no connection'), new Socket());
      else this.#whenReady(socket, created);
    };
    const returned = this.#opening.inner.createConnection(options, open);
    if (returned) open(null, returned);
  }

  override destroy(): void {
    super.destroy();
    this.#opening.inner.destroy();
    for (const socket of this.#pending) socket.destroy();
  }

  #whenReady(socket: Duplex, created: Created): void {
    const { readiness, connectMs } = this.#opening;
    const timer = setTimeout(() => socket.destroy(new Error('connection timed out')), connectMs);
    const settle = (error: Error | null) => {
      clearTimeout(timer);
      this.#pending.delete(socket);
      socket.off(readiness, isReady);
      socket.off('error', settle);
      socket.off('close', closed);
      created(error, socket);
    };
    const isReady = () => settle(null);
    const closed = () => settle(new Error('the connection closed before it was ready'));
    this.#pending.add(socket);
    socket.once(readiness, isReady);
    socket.once('error', settle);
    socket.once('close', closed);
  }
}
