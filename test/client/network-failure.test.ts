import { expect, it } from 'vitest';
import { type AttemptProgress, failureFromCode } from '../../src/client/network-failure.js';

const BEFORE: AttemptProgress = {
  host: 'bank.example',
  ready: false,
  answered: false,
  proxied: false,
};
const PROXIED = { ...BEFORE, proxied: true };
const SENT = { ...BEFORE, ready: true };
const ANSWERED = { ...SENT, answered: true };

it.each<[string | undefined, AttemptProgress, string, boolean]>([
  ['ENOTFOUND', BEFORE, 'dns', false],
  ['EAI_AGAIN', BEFORE, 'dns', false],
  ['ECONNREFUSED', BEFORE, 'refused', false],
  ['ECONNREFUSED', PROXIED, 'proxy', false],
  ['ENOTFOUND', PROXIED, 'proxy', false],
  ['ETIMEDOUT', BEFORE, 'connect', false],
  ['EHOSTUNREACH', BEFORE, 'connect', false],
  ['ECONNRESET', BEFORE, 'connect', false],
  [undefined, BEFORE, 'connect', false],
  ['ECONNRESET', SENT, 'reset', true],
  ['EPIPE', SENT, 'reset', true],
  [undefined, SENT, 'reset', true],
  ['ECONNRESET', ANSWERED, 'truncated', true],
  ['HPE_INVALID_CONSTANT', SENT, 'malformed', true],
  ['HPE_HEADER_OVERFLOW', SENT, 'malformed', true],
  ['SELF_SIGNED_CERT_IN_CHAIN', BEFORE, 'tls', false],
  ['CERT_HAS_EXPIRED', PROXIED, 'tls', false],
  ['EPROTO', BEFORE, 'tls', false],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', SENT, 'tls', false],
  ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', SENT, 'tls', false],
  // After an answer has begun, an alert proves nothing any more.
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', ANSWERED, 'tls', true],
  ['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', SENT, 'tls', true],
])('%s %#', (code, progress, reason, sent) => {
  expect(failureFromCode(code, progress)).toMatchObject({
    reason,
    sent,
    message: expect.stringContaining('bank.example'),
  });
});
