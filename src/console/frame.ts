import type { Language, Say, Text } from '../core/message.js';
import type { Html, Value } from '../web/html.js';
import type { PageAct, PageUser } from './person.js';

/** What every page is made with. */
export interface Frame {
  lang: Language;
  /** Words messages for the reader of the pages. */
  say: Say;
  /** What people call a charge, by the id of its operation. */
  chargeName(operation: string): Text;
  /** As a person types it: `transfer credit confirm`, by the id of the operation. */
  commandName(operation: string): string;
  /** Where the money would move. */
  environment: 'test' | 'live';
  profile: string;
  readOnly: boolean;
  /** Whoever reads the page. */
  person: PageUser;
  /** Whether that person may do it: what a page offers depends on it. */
  may(act: PageAct): boolean;
  /** The embedded bank has pages of its own: the customer's phone and the bank. */
  isSandbox: boolean;
  /** No search, no journal: the phone and the bank alone. */
  isSandboxOnly: boolean;
  /** The token of forms that post to this path. */
  token(path: string): string;
  /** When the page is made: milliseconds since the epoch. */
  now: number;
  /** The path and query of the page, or of what its form belongs to. */
  here: string;
}

export interface PageParts {
  title: Value;
  /** The path of the page, to mark it in the menu. */
  path: string;
  body: Html;
  /** What was searched for: it stays in the box, to be mended. */
  searchText?: string;
  /** The start page has a large search box of its own. */
  hasSearch?: boolean;
  /** Where a pasted picture goes, if the page has no form of its own for one. */
  pasteTo?: string;
}
