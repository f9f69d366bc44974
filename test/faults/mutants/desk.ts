import { bug, type Mutant } from './mutant.js';

/** Of the desk of a team: who may do what, and how much alone. */
export const DESK: readonly Mutant[] = [
  bug('whoever has signed in may do everything')
    .breaks('a role does what it allows, and nothing else')
    .in('console/person', 'may', () => () => true),
  bug('an agent may refund')
    .breaks('a role does what it allows, and nothing else')
    .in('console/person', 'actsOf', (real) => (roles) => {
      return real(roles.includes('agent') ? [...roles, 'refunder'] : roles);
    }),
  bug('a refunder may release')
    .breaks('a role does what it allows, and nothing else')
    .in('console/person', 'actsOf', (real) => (roles) => {
      return real(roles.includes('refunder') ? [...roles, 'approver'] : roles);
    }),
  bug('a console that only looks lets an approver release')
    .breaks('a console that only looks changes nothing')
    .in('console/person', 'withoutChanges', () => (person) => person),
  bug('where no limit is set, everybody refunds everything')
    .breaks('nobody refunds more than the limit alone')
    .in('console/refund-limit', 'RefundLimit', (real) => {
      return class extends real {
        constructor(...[limit, ...more]: ConstructorParameters<typeof real>) {
          super(limit ?? '1000000', ...more);
        }
      };
    }),
  bug('each payment keeps to the limit, and a day has none')
    .breaks('nobody refunds more than the limit alone')
    .in('console/refund-limit', 'RefundLimit', (real) => {
      return class extends real {
        constructor(...[limit]: ConstructorParameters<typeof real>) {
          super(limit, async () => 0n);
        }
      };
    }),
  bug('a day whose sum nobody can tell counts as nothing')
    .breaks('nobody refunds more than the limit alone')
    .in('console/refund-limit', 'RefundLimit', (real) => {
      return class extends real {
        constructor(...[limit, sum]: ConstructorParameters<typeof real>) {
          super(limit, async (subject) => (await sum(subject)) ?? 0n);
        }
      };
    }),
  bug('two refunds at once both find the same rest of the day')
    .breaks('nobody refunds more than the limit alone')
    .in('console/refund-limit', 'RefundLimit', (real) => {
      return class extends real {
        override async within<Sent>(...asked: Parameters<typeof real.prototype.within<Sent>>) {
          const [person, amount, send] = asked;
          return (await this.isOver(person, amount)) ? undefined : send(async () => false);
        }
      };
    }),
  bug('a refund that was perhaps carried out does not count')
    .breaks('nobody refunds more than the limit alone')
    .in('journal/state', 'mayRepeat', (real) => (state) => state === 'unknown' || real(state)),
  bug('only what is refunded in this moment counts')
    .breaks('nobody refunds more than the limit alone')
    .in('journal/refunds', 'sumRefunds', (real) => (journal, wanted) => {
      return real(journal, { ...wanted, since: journal.clock.now() });
    }),
];
