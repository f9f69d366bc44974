import type { RoleName } from '../config/console-settings.js';
import type { Host } from '../host/host.js';

/** What somebody can do on the pages. */
export type PageAct =
  /** See payments, charges, confirmations; compare files; check a slip without accepting it. */
  | 'look'
  /** Be the customer of the embedded bank. */
  | 'pay'
  /** Set clock, faults and settings of the embedded bank. */
  | 'operate'
  | 'accept'
  | 'note'
  | 'export'
  | 'recover'
  | 'refund'
  /** Release and refuse what others proposed. */
  | 'release'
  /** Say what became of a charge, or of an item of a book, where nothing else can decide it. */
  | 'settle'
  | 'unmask'
  | 'audit';

const VIEWER = ['look', 'pay'] as const;
const AGENT = [...VIEWER, 'operate', 'accept', 'note', 'export', 'recover'] as const;

/** What each role may do. */
export const ROLES = {
  viewer: VIEWER,
  agent: AGENT,
  refunder: [...AGENT, 'refund'],
  approver: [...VIEWER, 'release', 'settle'],
  unmask: ['unmask'],
  auditor: ['audit'],
} as const satisfies Record<RoleName, readonly PageAct[]>;

/** What a console that only looks refuses to everybody. */
const CHANGES: ReadonlySet<PageAct> = new Set<PageAct>([
  ...(['accept', 'note', 'recover', 'refund', 'release', 'settle'] as const),
]);

/** Whoever uses the pages. */
export interface PageUser {
  /** By which the provider of identities knows somebody; absent where nobody signs in. */
  readonly subject?: string;
  readonly name?: string;
  readonly acts: ReadonlySet<PageAct>;
}

/** Whoever follows the link of a console of this machine may do all, and sees personal data masked. */
export const LOCAL_PERSON: PageUser = {
  acts: new Set<PageAct>([...ROLES.refunder, ...ROLES.approver, ...ROLES.auditor]),
};

export function actsOf(roles: readonly RoleName[]): ReadonlySet<PageAct> {
  return new Set(roles.flatMap((role): readonly PageAct[] => ROLES[role]));
}

export function may({ acts }: PageUser, act: PageAct): boolean {
  return acts.has(act);
}

/** The same person at a console that only looks. */
export function withoutChanges(person: PageUser): PageUser {
  return { ...person, acts: new Set([...person.acts].filter((act) => !CHANGES.has(act))) };
}

/** The machine as it works for a person: what is written down of it names who had it done. */
export function hostFor<Machine extends Pick<Host, 'process'>>(
  host: Machine,
  { subject, name }: PageUser,
): Machine {
  if (subject === undefined) return host;
  const { process: identity } = host;
  const operator = { ...identity.operator, subject, ...(name !== undefined && { name }) };
  return { ...host, process: { ...identity, operator } };
}
