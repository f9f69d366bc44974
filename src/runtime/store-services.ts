import type { Message } from '../core/message.js';
import { once } from '../core/once.js';
import type { StoredBooks } from '../state/books.js';
import type { Codes } from '../state/codes.js';
import type { Desk } from '../state/desk.js';
import type { InboxStore } from '../state/inbox.js';
import type { Server, SharedAccess } from '../state/postgres/server.js';
import type { SharedWork } from '../state/postgres/shared-work.js';
import type { Store } from '../state/store.js';
import { BasicServices } from './basic-services.js';

/** Enough for a server that answers, and well below the second within which a signal ends a run. */
const ENDING_MS = 400;

/** Where a run keeps what must not be forgotten: files of this machine, or a shared store. */
export class StoreServices extends BasicServices {
  /** The way to the shared store; undefined where everything is kept in files. */
  readonly storeAccess = once(async (): Promise<SharedAccess | undefined> => {
    // A recording needs no store, and nothing of it may reach one.
    if (this.isReplay) return undefined;
    const { resolved } = await this.profile();
    if (resolved.values.store === undefined) return undefined;
    const { sharedAccess } = await import('../config/shared-store.js');
    const warn = (text: Message) => void this.warn(text);
    const access = sharedAccess(this.host, resolved, await this.secrets(), warn);
    return { ...access, ending: this.#ending() };
  });

  /** Aborts a moment after a signal, so that no command waits for a server that is slow or gone. */
  #ending(): AbortSignal {
    const ending = new AbortController();
    const { first } = this.signals;
    const end = () => void this.#untilChargesAreRecorded().then(() => ending.abort());
    if (first.aborted) end();
    first.addEventListener('abort', end);
    this.onClose(() => first.removeEventListener('abort', end));
    return ending.signal;
  }

  /** Waits for calls in flight that can move money, and then a moment for the store to take how they ended. */
  async #untilChargesAreRecorded(): Promise<void> {
    let wasIdle: boolean;
    do {
      wasIdle = this.anyInFlight === undefined;
      await this.host.clock.sleep(ENDING_MS);
    } while (!wasIdle || this.anyInFlight !== undefined);
  }

  /** The server of the shared store; undefined where everything is kept in files. */
  readonly server = once(async (): Promise<Server | undefined> => {
    const access = await this.storeAccess();
    if (access === undefined) return undefined;
    const { Server } = await import('../state/postgres/server.js');
    const server = new Server(this.host, access, this.paths.state);
    const closing = new AbortController();
    server.onOpen(async () => {
      const { afterOpening } = await import('./after-opening.js');
      await afterOpening(this, server, (text) => void this.warn(text), closing.signal);
    });
    this.onClose(() => {
      closing.abort();
      return server.close();
    });
    return server;
  });

  /** What only a shared store has. */
  readonly shared = once(async (): Promise<SharedWork | undefined> => {
    const server = await this.server();
    if (server === undefined) return undefined;
    const { openSharedWork } = await import('../state/postgres/shared-work.js');
    return openSharedWork(server, this.host);
  });

  /** The claims, and all else that must not be forgotten. */
  readonly store = once(async (): Promise<Store> => {
    const server = await this.server();
    if (server === undefined) {
      const { openFileStore } = await import('../state/files/store.js');
      return openFileStore(this.host.files, this.paths.state, this.host);
    }
    const { openPostgresStore } = await import('../state/postgres/store.js');
    return openPostgresStore(this.host, server, this.paths.state);
  });

  /** The confirmations of the profile, or in a shared store of its company at this bank. */
  readonly inbox = once(async (): Promise<InboxStore> => {
    const { name, settings } = await this.profile();
    const server = await this.server();
    const { readPayment, readReferences } = await import('../callbacks/confirmation.js');
    if (server === undefined) {
      const { FileInbox, inboxDirectory } = await import('../state/files/inbox.js');
      return new FileInbox(this.host, inboxDirectory(this.paths.state, name), readPayment);
    }
    const { normalizeBankUrl } = await import('../journal/claim.js');
    const { openInbox } = await import('../state/postgres/inbox.js');
    const owner = [normalizeBankUrl(settings('baseUrl') ?? ''), settings('companyId') ?? ''];
    return openInbox(server, this.host, owner, { readPayment, readReferences });
  });

  /** The codes that this machine had made, or any of its store. */
  readonly codes = once(async (): Promise<Codes> => {
    const server = await this.server();
    if (server !== undefined) {
      const { postgresCodes } = await import('../state/postgres/codes.js');
      return postgresCodes(server);
    }
    const { fileCodes } = await import('../state/codes.js');
    return fileCodes(this.host.files, this.paths.state);
  });

  /** Proposals and notes. */
  readonly desk = once(async (): Promise<Desk> => {
    const server = await this.server();
    if (server !== undefined) {
      const { PostgresDesk } = await import('../state/postgres/desk-store.js');
      return new PostgresDesk(server);
    }
    const { FileDesk } = await import('../state/files/desk-store.js');
    return new FileDesk(this.host, this.paths.state, (file) => this.onClose(() => file.close()));
  });

  /** What reconciling remembers from night to night. */
  readonly books = once(async (): Promise<StoredBooks> => {
    const server = await this.server();
    if (server !== undefined) {
      const { PostgresBooks } = await import('../state/postgres/book-store.js');
      return new PostgresBooks(server);
    }
    const { FileBooks } = await import('../state/files/book-store.js');
    return new FileBooks(this.host, this.paths.state);
  });
}
