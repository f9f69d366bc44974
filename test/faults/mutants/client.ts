import { fault } from '../modules.js';
import { caught, checked, type Mutant } from './mutant.js';

/** Of what is sent, sent again, believed and shown. */
export const CLIENT: readonly Mutant[] = [
  {
    bug: 'a money call is repeated after a lost answer',
    fault: fault('client/retry', 'mayRepeat', (real) => (operation, outcome, singleUse) => {
      return outcome.class === 'OUTCOME_UNKNOWN' || real(operation, outcome, singleUse);
    }),
    caughtBy: caught('one effect for a reference'),
  },
  {
    bug: 'what creates is repeated after a lost answer',
    fault: fault('client/retry', 'mayRepeat', (real) => (operation, outcome, singleUse) => {
      const { effect } = operation;
      const harmless = effect === 'create' ? { ...operation, effect: 'read' as const } : operation;
      const lost = effect === 'create' && outcome.class === 'OUTCOME_UNKNOWN';
      return lost || real(harmless, outcome, singleUse);
    }),
    caughtBy: checked('what creates once is sent once'),
  },
  {
    bug: 'a code that works once is sent again',
    fault: fault('client/retry', 'mayRepeat', (real) => (operation, outcome) => {
      return real(operation, outcome, false);
    }),
    caughtBy: checked('a code that works once is sent once'),
  },
  {
    bug: 'a retry does not wait as long as the bank asks',
    fault: fault('client/retry', 'backoffMs', (real) => (attempt, _, random) => {
      return real(attempt, undefined, random);
    }),
    caughtBy: checked('a retry waits as long as the bank asks'),
  },
  {
    bug: 'a lost answer to a money call counts as not sent',
    fault: fault('client/verdict', 'lost', (real) => (exchange, why) => {
      return real({ ...exchange, operation: { ...exchange.operation, effect: 'read' } }, why);
    }),
    caughtBy: caught('outcomes are true'),
  },
  {
    bug: 'any refusal is answered with another token and the call again',
    fault: fault('client/retry', 'isStaleToken', () => (outcome) => outcome.class !== 'SUCCESS'),
    caughtBy: caught('one effect for a reference'),
  },
  {
    bug: 'an answer about another call is believed',
    fault: fault('bank/agree', 'disagreement', () => () => undefined),
    caughtBy: caught('outcomes are true'),
  },
  {
    bug: 'a payment in progress counts as paid',
    fault: fault('bank/answers', 'standingOf', (real) => (word) => {
      return word === 'USERPAYING' ? { class: 'SUCCESS', state: word } : real(word);
    }),
    caughtBy: caught('outcomes are true'),
  },
  {
    bug: 'redirects are followed',
    fault: fault('client/transport-got', 'gotTransport', (real) => (options) => {
      const transport = real(options);
      return {
        ...transport,
        async send(request, how) {
          const answer = await transport.send(request, how);
          const { location } = answer.headers;
          return location ? transport.send({ ...request, url: location }, how) : answer;
        },
      };
    }),
    caughtBy: checked('a redirect is never followed'),
  },
  {
    bug: 'a secret that the bank sends back is shown',
    fault: fault('client/conceal/echo', 'withoutEcho', () => (response) => response),
    caughtBy: checked('a secret that comes back is hidden'),
  },
  {
    bug: 'a secret that the bank escapes is shown',
    fault: fault('client/conceal/unescape', 'unescaped', () => () => undefined),
    caughtBy: checked('a secret that comes back escaped is hidden'),
  },
  {
    bug: 'a secret that the bank encodes is shown',
    fault: fault('client/conceal/needles', 'needlesFor', (real) => (secrets) => {
      const needles = real(secrets);
      return needles && { ...needles, base64: /(?!)/g };
    }),
    caughtBy: checked('a secret that comes back encoded is hidden'),
  },
  {
    bug: 'a secret of another call is shown',
    fault: fault('client/conceal/held', 'heldSecrets', (real) => (...sources) => {
      return { ...real(...sources), with: async (own) => own };
    }),
    caughtBy: checked('a secret of another call is hidden'),
  },
  {
    bug: 'the wire log shows every header',
    fault: fault('client/redact', 'openHeaders', () => (headers) => headers),
    caughtBy: checked('the wire log shows no credential'),
  },
];
