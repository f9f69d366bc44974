import type { WireRequest } from '../bank/wire.js';
import type { Reply } from '../host/reply.js';
import type { PageRefusal } from './guard.js';
import type { PageUser } from './person.js';

/** A request, and where it came from. */
export interface PageRequest {
  request: WireRequest;
  url: URL;
  /** The address of whoever sent it. */
  address: string;
}

/** Somebody who has come in. */
export interface Visit {
  person: PageUser;
  /** The token of forms that post to a path: only pages of this visit hold it. */
  token(path: string): string;
  /** Keeps it open: somebody has asked for a page. */
  touch(): void;
}

/** Somebody who has come in with the path of the page that is asked for, or the answer in its place. */
export type Admission = { visit: Visit; path: string } | { reply: Reply };

/** How people come in, and who has. */
export interface PageAccess {
  /** Stands before the paths of all pages. */
  readonly base: string;
  /** Why a request is turned away, whoever sends it. */
  refusalOf(arrival: PageRequest): PageRefusal | undefined;
  /** Also answers what has to do with coming and going. */
  admit(arrival: PageRequest): Promise<Admission>;
  /** Whether these are the cookies of somebody who has come in. */
  isOpen(cookies: string | undefined): boolean;
}
