import { bug, type Mutant } from './mutant.js';

/** Of charges that one person wants and another one releases. */
export const APPROVALS: readonly Mutant[] = [
  bug('nobody is the same person as somebody else')
    .breaks('nobody releases an own proposal')
    .in('state/who', 'isSamePerson', () => () => false),
  bug('SUDO_USER makes another person')
    .breaks('nobody releases an own proposal')
    .in('state/who', 'isSamePerson', (real) => (one, other) => {
      return real(one, other) && one.sudoUser === other.sudoUser;
    }),
  bug('a refusal is forgotten')
    .breaks('what was refused, has expired or was changed is not released')
    .in('approvals/state', 'proposalStatus', (real) => async (...asked) => {
      const standing = await real(...asked);
      return standing.state === 'refused' ? { state: 'open' } : standing;
    }),
  bug('a proposal lasts for ever')
    .breaks('what was refused, has expired or was changed is not released')
    .in(
      'approvals/state',
      'proposalStatus',
      (real) => (parts, proposal) => real(parts, proposal, 0),
    ),
  bug('what was proposed is not held against its checksum')
    .breaks('what was refused, has expired or was changed is not released')
    .in('state/desk-event', 'readEvent', (real) => (event, before) => {
      const entry = real({ ...event, details: null }, before);
      if (!('lasting' in entry)) return entry;
      return { ...entry, details: JSON.parse(event.details ?? '{}'), isErased: false };
    }),
  bug('a charge that was made without the proposal is taken for its own')
    .breaks('what was charged without its proposal is not released')
    .in('approvals/state', 'findCharge', () => async () => undefined),
];
