import type { ClientRequest } from 'node:http';
import type { Operation } from '../../../src/bank/define.js';
import { concealBytes } from '../../../src/client/conceal/conceal.js';
import type { DecodedBytes } from '../../../src/client/conceal/reading.js';
import type { GrantedToken } from '../../../src/client/session.js';
import { field } from '../../../src/messages/bank.js';
import { bug, type Mutant } from './mutant.js';

/** Without the escapes that begin with a sign. */
function withoutSign(real: (source: Buffer) => DecodedBytes | undefined, sign: string) {
  return (source: Buffer) =>
    real(Buffer.from(source.toString('latin1').replaceAll(sign, ' '), 'latin1'));
}

/** Of what is sent, sent again, believed and shown. */
export const CLIENT: readonly Mutant[] = [
  bug('a money call is repeated after a lost answer')
    .breaks('one effect for a reference')
    .in('client/retry', 'mayRetry', (real) => (operation, outcome, singleUse) => {
      return outcome.class === 'OUTCOME_UNKNOWN' || real(operation, outcome, singleUse);
    }),
  bug('what creates is repeated after a lost answer')
    .breaks('what creates once is sent once')
    .in('client/retry', 'mayRetry', (real) => (operation, outcome, singleUse) => {
      const { effect } = operation;
      const harmless = effect === 'create' ? { ...operation, effect: 'read' as const } : operation;
      const lost = effect === 'create' && outcome.class === 'OUTCOME_UNKNOWN';
      return lost || real(harmless, outcome, singleUse);
    }),
  bug('a code that works once is sent again')
    .breaks('a code that works once is sent once')
    .in('client/retry', 'mayRetry', (real) => (operation, outcome) => {
      return real(operation, outcome, false);
    }),
  bug('a retry does not wait as long as the bank asks')
    .breaks('a retry waits as long as the bank asks')
    .in('client/retry', 'backoffMs', (real) => (attempt, _, random) => {
      return real(attempt, undefined, random);
    }),
  bug('a lost answer to a money call counts as not sent')
    .breaks('outcomes are true', 11)
    .in('client/verdict', 'answerLost', (real) => (exchange, why) => {
      return real({ ...exchange, operation: { ...exchange.operation, effect: 'read' } }, why);
    }),
  bug('any refusal is answered with another token and the call again')
    .breaks('one effect for a reference')
    .in('client/retry', 'isStaleToken', () => (outcome) => outcome.class !== 'SUCCESS'),
  bug('an answer about another call is believed')
    .breaks('outcomes are true', 35)
    .in('bank/questions', 'disagreement', () => () => undefined),
  bug('a payment in progress counts as paid')
    .breaks('outcomes are true', 58)
    .in('bank/answers', 'bankStatusOf', (real) => (word) => {
      return word === 'USERPAYING' ? { class: 'SUCCESS', state: word } : real(word);
    }),
  bug('redirects are followed')
    .breaks('a redirect is never followed')
    .in('client/transport-got', 'gotTransport', (real) => (options) => {
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
  bug('a secret that the bank sends back is shown')
    .breaks('a secret that comes back is hidden')
    .in('client/conceal/echo', 'withoutEcho', () => (response) => response),
  bug('a secret that the bank escapes is shown')
    .breaks('a secret that comes back escaped is hidden')
    .in('client/conceal/reading', 'decodeEscapes', () => () => undefined),
  bug('a secret that the bank encodes is shown')
    .breaks('a secret that comes back encoded is hidden')
    .in('client/conceal/patterns', 'patternsFor', (real) => (secrets) => {
      const patterns = real(secrets);
      return patterns && { ...patterns, base64: patterns.base64.slice(0, 1) };
    }),
  bug('a secret of another call is shown')
    .breaks('a secret of another call is hidden')
    .in('client/conceal/echo', 'createKnownSecrets', (real) => (...sources) => ({
      ...real(...sources),
      with: async (own) => own,
    })),
  bug('the wire log shows every header')
    .breaks('the wire log shows no credential')
    .in('client/redact', 'loggableHeaders', () => (headers) => headers),
  bug('the wire log shows every field')
    .breaks('the wire log shows nobody')
    .in('bank/privacy', 'isHidden', () => () => false),
  bug('a secret that the bank writes as HTML is shown')
    .breaks('a secret that comes back in HTML is hidden')
    .in('client/conceal/reading', 'decodeEscapes', (real) => withoutSign(real, '&')),
  bug('a secret that the bank writes in JSON escapes is shown')
    .breaks('a secret that comes back in JSON escapes is hidden')
    .in('client/conceal/reading', 'decodeEscapes', (real) => withoutSign(real, '\\')),
  bug('a secret that the bank writes in hexadecimal digits is shown')
    .breaks('a secret that comes back in hexadecimal is hidden')
    .in('client/conceal/patterns', 'patternsFor', (real) => (secrets) => {
      const patterns = real(secrets);
      return patterns && { ...patterns, hexadecimal: [] };
    }),
  bug('a secret in groups of hexadecimal digits is shown')
    .breaks('a secret that comes back in groups of digits is hidden')
    .in('client/conceal/reading', 'readDigits', (real) => (reading, alphabet) => {
      return real(
        reading,
        alphabet.map((digit) => (digit === 1 ? 0 : digit)),
      );
    }),
  bug('a secret in the name of a header is shown')
    .breaks('a secret that comes back as a name is hidden')
    .in('client/conceal/echo', 'withoutEcho', (real) => ({ headers, ...answer }, secrets) => {
      const { headers: open } = real({ ...answer, headers }, secrets);
      const values = Object.values(open);
      const named = Object.keys(headers).map((name, at) => [name, values[at] ?? '']);
      return { ...real({ ...answer, headers }, secrets), headers: Object.fromEntries(named) };
    }),
  bug('a secret within a text of the answer is looked for in the JSON of the answer alone')
    .breaks('a secret that comes back in JSON escapes is hidden')
    .in('client/conceal/echo', 'withoutEcho', (real) => (answer, secrets) => {
      const body = concealBytes(Buffer.from(answer.body), secrets);
      return { ...real({ ...answer, body: new Uint8Array() }, secrets), body };
    }),
  bug('a value leads out of its segment of the path')
    .breaks('a value stays in its segment of the path')
    .in('bank/path', 'segmentProblem', () => () => undefined),
  bug('a value for the path is looked at as it is written')
    .breaks('a value stays in its segment of the path')
    .in('bank/path', 'segmentProblem', () => (text) => {
      return /^\.*$|[/\\]/.test(text) ? field.slash : undefined;
    }),
  bug('an answer of somebody else proves that nothing was executed')
    .breaks('what others answer in place of the bank proves nothing')
    .in('client/verdict', 'isUnsafeToRepeat', () => () => false),
  bug('any code in an envelope is one of the bank')
    .breaks('what others answer in place of the bank proves nothing')
    .in('client/response', 'readAnswer', (real) => (response) => {
      const answer = real(response);
      const codes: Record<string, string> = { '401': '9500', '429': '9900' };
      return answer.valid ? { ...answer, code: codes[answer.code] ?? answer.code } : answer;
    }),
  bug('a refusal is believed with any HTTP status')
    .breaks('a code with the status of another proves nothing')
    .in(
      'client/classify',
      'classify',
      (real) => (exchange) =>
        real({ ...exchange, operation: { ...exchange.operation, effect: 'read' } }),
    ),
  bug('the fence is not asked before the first byte')
    .breaks('nothing leaves before the fence agrees')
    .in('client/attempt', 'CallAttempt', (real) => {
      return class extends real {
        override watch(request: ClientRequest): void {
          request.once('socket', () => {
            this.progress.ready = true;
          });
        }
      };
    }),
  bug("a user's call goes with the application's token")
    .breaks("a user's call goes with the user's token")
    .in('client/session', 'TokenSession', (real) => {
      return class extends real {
        override token(operation: Operation, before?: () => unknown): Promise<GrantedToken> {
          return super.token(operation, before);
        }
      };
    }),
  bug('credentials go to any address in clear')
    .breaks('no credential travels in clear')
    .in('client/address', 'checkedBaseUrl', () => (text) => new URL(text)),
  bug('all pages of a list have one id')
    .breaks('every page is a call of its own')
    .in('client/whole-lists', 'withWholeLists', (real) => (caller, clock) => {
      const call: typeof caller.call = (operation, input, options) =>
        caller.call(operation, input, { ...options, requestUId: 'x'.repeat(32) });
      return real({ ...caller, call }, clock);
    }),
  bug('pages are asked for without a pause')
    .breaks('pages are asked for at the pace of the bank')
    .in('client/whole-lists', 'withWholeLists', (real) => (caller, clock) => {
      return real(caller, { ...clock, sleep: async () => undefined });
    }),
];
