import { ACCEPTED_LANGUAGES, type Operation } from '../../bank/define.js';
import type { ClientCertificate } from '../../host/incoming-request.js';
import type { Sqlite } from '../../host/sqlite.js';
import type { GrantedToken } from '../handlers/handler-context.js';
import type { BankControl } from '../ledger/books.js';
import { tokens } from '../ledger/tables.js';
import { SANDBOX_PROFILE } from '../seed/profile.js';
import { CUSTOMERS } from '../seed/profiles.js';
import { howToAccept, type Leniency } from '../settings.js';
import { foreignOwner, invalid, Refusal } from './answers.js';

const UID_RULE = `32 alphanumeric characters are required; ${howToAccept(['anyRequestUId'])}`;
const UNTYPED = ['requestuid', 'resourceownerid'];
const TYPED = [...UNTYPED, 'content-type'];

/** Checks that come before any token is looked at. */
export function checkHeaders(
  operation: Operation,
  headers: Readonly<Record<string, string>>,
  control: BankControl,
  certificate: ClientCertificate,
  relaxed: Set<Leniency>,
): void {
  if (control.settings.requireClientCertificate && certificate !== 'accepted') {
    throw certificate === 'none'
      ? new Refusal(401, 9591, 'Two-way SSL host required for this endpoint')
      : new Refusal(401, 9595, 'Failed SSL signature verification');
  }
  const absent = (operation.contentType ? TYPED : UNTYPED).filter((name) => !headers[name]);
  if (absent.length > 0) {
    throw new Refusal(400, 9100, `Required standard headers missing: ${absent.join(', ')}`);
  }
  const language = headers['accept-language'];
  // `fetch` sends `*` by default, which asks for no language.
  if (language && language !== '*' && !ACCEPTED_LANGUAGES[operation.language].includes(language)) {
    if (!control.settings.anyLanguage)
      throw invalid(`accept-language; ${howToAccept(['anyLanguage'])}`);
    relaxed.add('anyLanguage');
  }
  if (operation.strictRequestUId && !/^[A-Za-z0-9]{32}$/.test(headers.requestuid ?? '')) {
    if (!control.settings.anyRequestUId) throw invalid(`requestUId, ${UID_RULE}`);
    relaxed.add('anyRequestUId');
  }
}

export function authenticate(
  store: Sqlite,
  headers: Readonly<Record<string, string>>,
  now: number,
): GrantedToken {
  const { authorization } = headers;
  if (!authorization) throw new Refusal(401, 9100, 'Authorization credentials required');
  const [, access = ''] = /^Bearer ([^ ]+)$/.exec(authorization) ?? [];
  const token = tokens.find(store, { access, revoked: false });
  if (token === undefined || token.expiresAt <= now) {
    throw new Refusal(401, 9500, 'Invalid authorization credentials');
  }
  const { owner, customer, expiresAt } = token;
  return { access, owner, customer: customer ?? undefined, expiresAt };
}

/** The header table's rule on whom the resource belongs to, by endpoint family. */
export function checkOwner(
  operation: Operation,
  headers: Readonly<Record<string, string>>,
  grant: GrantedToken,
  control: BankControl,
  relaxed: Set<Leniency>,
): void {
  // "…or a related user identification value": any value is allowed.
  if (operation.anyOwner) return;
  const owner = headers.resourceownerid ?? '';
  const isAllowed =
    operation.owner === 'apiKey'
      ? owner === SANDBOX_PROFILE.apiKey
      : owner === grant.owner || (operation.owner !== 'customer' && OWNERS.has(owner));
  if (isAllowed) return;
  if (!control.settings.anyResourceOwner) throw foreignOwner();
  relaxed.add('anyResourceOwner');
}

const OWNERS = new Set<string>([
  SANDBOX_PROFILE.applicationId,
  ...Object.values(CUSTOMERS).map((customer) => customer.ownerId),
]);

/** Counts the calls of the running second, per operation and application, in this process. */
export class RateLimit {
  #second = -1;
  readonly #counts = new Map<string, number>();

  /** Throws 429 for a call over the limit; 0 is no limit. */
  count(operation: string, limit: number, now: number): void {
    if (limit === 0) return;
    const second = Math.floor(now / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#counts.clear();
    }
    const count = (this.#counts.get(operation) ?? 0) + 1;
    this.#counts.set(operation, count);
    if (count > limit) throw new Refusal(429, 9900, 'Maximum request rate reached');
  }
}
