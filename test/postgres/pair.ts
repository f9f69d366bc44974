import { Fleet, type FleetOptions } from './fleet.js';
import { type Durability, PostgresServer } from './server.js';

/** A fleet whose store has a standby: one address leads to whichever server is the primary. */
export class Pair {
  readonly fleet: Fleet;
  readonly #durability: Durability;
  #standby: PostgresServer;

  private constructor(fleet: Fleet, standby: PostgresServer, durability: Durability) {
    this.fleet = fleet;
    this.#standby = standby;
    this.#durability = durability;
  }

  static async open(
    durability: Durability,
    options: Pick<FleetOptions, 'bin'> = {},
  ): Promise<Pair> {
    const server = await PostgresServer.start();
    const standby = await server.standby(durability);
    return new Pair(await Fleet.open({ ...options, server }), standby, durability);
  }

  /** A person says that every claim is on the standby. */
  async declare(): Promise<void> {
    await this.fleet.machine('owner').payctl('store init --synchronous');
  }

  get standby(): PostgresServer {
    return this.#standby;
  }

  /** The primary dies, and the standby is promoted. */
  async failOver(): Promise<void> {
    const dead = this.fleet.server;
    await dead.crash();
    await this.#standby.promote();
    this.fleet.moveTo(this.#standby);
    await dead.dispose();
  }

  /** Gives the server of now a standby again. */
  async repair(): Promise<void> {
    this.#standby = await this.fleet.server.standby(this.#durability);
  }

  async close(): Promise<void> {
    await this.fleet.close();
    await this.fleet.server.dispose();
    await this.#standby.dispose();
  }
}

/** What a check complains of, in a fleet of its own. */
export const inFleet =
  (check: (fleet: Fleet) => Promise<string[]>, fixed: FleetOptions = {}) =>
  async (options: FleetOptions = {}): Promise<string[]> => {
    const fleet = await Fleet.open({ ...fixed, ...options });
    try {
      return await check(fleet);
    } finally {
      await fleet.close();
    }
  };

/** The same, where the store has a standby. */
export const inPair =
  (durability: Durability, check: (pair: Pair) => Promise<string[]>) =>
  async (options: Pick<FleetOptions, 'bin'> = {}): Promise<string[]> => {
    const pair = await Pair.open(durability, options);
    try {
      return await check(pair);
    } finally {
      await pair.close();
    }
  };
