import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Standing {
  /** Grows with each connection and each request: the lowest has waited longest. */
  since: number;
  /** Of its last whole request. */
  response?: ServerResponse;
}

/**
 * Keeps a server at so many connections, and reachable: where one more comes, the one that has been
 * silent or half-sent for longest gives way. Only where all of them are being answered is the new
 * one turned away. So connections that say nothing keep nobody else out.
 */
export class Connections {
  readonly #limit: number;
  readonly #open = new Map<Socket, Standing>();
  #turn = 0;

  constructor(server: Server, limit: number) {
    this.#limit = limit;
    server.on('connection', (socket: Socket) => this.#add(socket));
    server.on('secureConnection', (socket: Socket) => this.#secured(socket));
  }

  /** The request of this connection is read whole, and will be answered by this response. */
  received(socket: Socket, response: ServerResponse): void {
    const standing = this.#open.get(socket);
    if (standing === undefined) return;
    standing.since = this.#turn++;
    standing.response = response;
  }

  #add(socket: Socket): void {
    this.#open.set(socket, { since: this.#turn++ });
    socket.once('close', () => this.#open.delete(socket));
    if (this.#open.size > this.#limit) (this.#silent() ?? socket).destroy();
  }

  /** What was counted while it shook hands goes on as the socket that requests come from. */
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

  /** The connection that has waited longest among those that nothing is owed to. */
  #silent(): Socket | undefined {
    let longest: Socket | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const [socket, { since, response }] of this.#open) {
      const owed = response !== undefined && !response.writableFinished;
      if (owed || since >= least) continue;
      [longest, least] = [socket, since];
    }
    return longest;
  }
}
