import type { Operation } from '../../../src/bank/define.js';
import type { Held } from '../../../src/client/session.js';
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
    fault: fault('bank/questions', 'disagreement', () => () => undefined),
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
          if (!location) return answer;
          const url = new URL(location, request.url).href;
          return transport.send({ ...request, url }, how);
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
    fault: fault('client/conceal/echo', 'heldSecrets', (real) => (...sources) => {
      return { ...real(...sources), with: async (own) => own };
    }),
    caughtBy: checked('a secret of another call is hidden'),
  },
  {
    bug: 'the wire log shows every header',
    fault: fault('client/redact', 'openHeaders', () => (headers) => headers),
    caughtBy: checked('the wire log shows no credential'),
  },
  {
    bug: 'the wire log shows every field',
    fault: fault('bank/privacy', 'isHidden', () => () => false),
    caughtBy: checked('the wire log shows nobody'),
  },
  {
    bug: 'a secret that the bank writes as HTML is shown',
    fault: fault('client/conceal/unescape', 'unescaped', (real) => (text, ascii) => {
      return real(text.replaceAll('&', ' '), ascii);
    }),
    caughtBy: checked('a secret that comes back in HTML is hidden'),
  },
  {
    bug: 'a secret that the bank writes in JSON escapes is shown',
    fault: fault('client/conceal/unescape', 'unescaped', (real) => (text, ascii) => {
      return real(text.replaceAll('\\', ' '), ascii);
    }),
    caughtBy: checked('a secret that comes back in JSON escapes is hidden'),
  },
  {
    bug: 'a secret that the bank writes in hexadecimal digits is shown',
    fault: fault('client/conceal/needles', 'needlesFor', (real) => (secrets) => {
      const needles = real(secrets);
      return needles && { ...needles, hex: /(?!)/g };
    }),
    caughtBy: checked('a secret that comes back in hexadecimal is hidden'),
  },
  {
    bug: 'a value leads out of its segment of the path',
    fault: fault('bank/path', 'segmentProblem', () => () => undefined),
    caughtBy: checked('a value stays in its segment of the path'),
  },
  {
    bug: 'a value for the path is looked at as it is written',
    fault: fault('bank/path', 'segmentProblem', () => (text) => {
      return /^\.*$|[/\\]/.test(text) ? 'holds a slash' : undefined;
    }),
    caughtBy: checked('a value stays in its segment of the path'),
  },
  {
    bug: 'an answer of somebody else proves that nothing was executed',
    fault: fault('client/verdict', 'isFragile', () => () => false),
    caughtBy: checked('what others answer in place of the bank proves nothing'),
  },
  {
    bug: 'any code in an envelope is one of the bank',
    fault: fault('client/response', 'readAnswer', (real) => (response) => {
      const answer = real(response);
      return answer.valid ? { ...answer, code: answer.code.padEnd(4, '1') } : answer;
    }),
    caughtBy: checked('what others answer in place of the bank proves nothing'),
  },
  {
    bug: 'the fence is not asked before the first byte',
    fault: fault('client/gate', 'gate', () => () => undefined),
    caughtBy: checked('nothing leaves before the fence agrees'),
  },
  {
    bug: "a user's call goes with the application's token",
    fault: fault('client/session', 'TokenSession', (real) => {
      return class extends real {
        override token(operation: Operation, before?: () => unknown): Promise<Held> {
          return super.token(operation, before);
        }
      };
    }),
    caughtBy: checked("a user's call goes with the user's token"),
  },
  {
    bug: 'credentials go to any address in clear',
    fault: fault('client/address', 'checkedBaseUrl', () => (text) => new URL(text)),
    caughtBy: checked('no credential travels in clear'),
  },
  {
    bug: 'all pages of a list have one id',
    fault: fault('client/pages', 'withWholeLists', (real) => (caller, clock) => {
      const call: typeof caller.call = (operation, input, options) =>
        caller.call(operation, input, { ...options, requestUId: 'x'.repeat(32) });
      return real({ ...caller, call }, clock);
    }),
    caughtBy: checked('every page is a call of its own'),
  },
  {
    bug: 'pages are asked for without a pause',
    fault: fault('client/pages', 'withWholeLists', (real) => (caller, clock) => {
      return real(caller, { ...clock, sleep: async () => undefined });
    }),
    caughtBy: checked('pages are asked for at the pace of the bank'),
  },
];
