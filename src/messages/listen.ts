import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';
import { theseAre } from './wording.js';

/** Receiving confirmations, looking them up and forwarding them again. */
export const listenMessages = area('listen', () => ({
  noneListed: phrase`no such confirmation was received; ${payctl`listen --verify`} receives them`,
  noneYet: phrase`no confirmation was received yet; ${payctl`listen --verify`} receives them`,
  listening: (url: string, place: string) => `listening on ${url}, keeping messages in ${place}`,
  pointSandbox: (prefix: string, url: string) =>
    phrase`to have the embedded bank send its confirmations here: ${prefix}${payctl.withoutProfile`sandbox settings confirmationUrl=${url}`}`,
  sandboxSends: 'the embedded bank sends its confirmations here',
  notSandbox: '--from-sandbox needs the profile of the embedded bank',
  useSandbox: payctl.on('sandbox')`listen --from-sandbox`,
  counts: (counts: {
    received: number;
    duplicates: number;
    contradictions: number;
    refused: number;
  }) =>
    `received ${counts.received}, duplicates ${counts.duplicates}, contradictions ${counts.contradictions}, refused ${counts.refused}`,
  taken: (place: string) => `another payctl listen is receiving into ${place}`,
  endIt: 'end it first, or listen for another profile with -p',
  reachable: (host: string) =>
    `${host} can be reached from other machines, and anyone there can send confirmations`,
  needsKey: '--tls-cert needs --tls-key FILE',
  needsCertificate: '--tls-key needs --tls-cert FILE',
  newest: {
    terminal: (shown: number) => `${theseAre(shown, 'newest', 'confirmation')}; there are more`,
    page: () => '',
  },
  untrusted: (place: string) => `cannot be trusted: ${place}`,
  notReceived: (id: string) => `no confirmation ${id} was received here`,
  notDelivered: ({ failed, of, why }: { failed: number; of: number; why: string }) =>
    `${failed} of ${of} ${failed === 1 ? 'was' : 'were'} not delivered: ${why}`,
  stopped: 'it was stopped',
  replayNeeds: 'replay needs --forward-to URL',
}));
