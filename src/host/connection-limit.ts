import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Activity {
  /** Grows with each connection and each request: the lowest has been idle for longest. */
  since: number;
  /** To its last complete request. */
  response?: ServerResponse;
}

/**
 * Limits the open connections of a server so that idle ones cannot lock out others: one more than
 * `limit` closes the one that has been idle, or in the middle of its request, for longest. It is
 * turned away itself only where all the others are being answered.
 */
export class ConnectionLimit {
  readonly #limit: number;
  readonly #open = new Map<Socket, Activity>();
  #turn = 0;

  constructor(server: Server, limit: number) {
    this.#limit = limit;
    server.on('connection', (socket: Socket) => this.#add(socket));
    server.on('secureConnection', (socket: Socket) => this.#secured(socket));
  }

  /** The request of this connection is read whole, and will be answered by this response. */
  received(socket: Socket, response: ServerResponse): void {
    const activity = this.#open.get(socket);
    if (activity === undefined) return;
    activity.since = this.#turn++;
    activity.response = response;
  }

  #add(socket: Socket): void {
    this.#open.set(socket, { since: this.#turn++ });
    socket.once('close', () => this.#open.delete(socket));
    if (this.#open.size > this.#limit) (this.#longestIdle() ?? socket).destroy();
  }

  /** The TLS socket replaces the raw one that was counted during the handshake. */
  #secured(socket: Socket): void {
    for (const raw of this.#open.keys()) {
      if (raw.remotePort !== socket.remotePort || raw.remoteAddress !== socket.remoteAddress) {
        continue;
      }
      this.#open.delete(raw);
      this.#add(socket);
      return;
    }
  }

  /** undefined where each connection is owed an answer. */
  #longestIdle(): Socket | undefined {
    let longest: Socket | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const [socket, { since, response }] of this.#open) {
      const isOwed = response !== undefined && !response.writableFinished;
      if (isOwed || since >= least) continue;
      [longest, least] = [socket, since];
    }
    return longest;
  }
}
