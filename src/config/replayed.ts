import { type Connection, Secret } from '../client/connection.js';
import { type Resolved, refuseProblems } from './provenance.js';
import { environmentOf } from './resolve.js';

/** Stands where a run that sends nothing needs no value. */
const NONE = 'replayed';

/** The other side of a run that a recording answers: without credentials, and with an address or none. */
export function replayedConnection(resolved: Resolved): Connection {
  refuseProblems(resolved);
  const { profile, values } = resolved;
  const { baseUrl = 'https://replay.invalid', apiKey = NONE, applicationId, lang } = values;
  return {
    profile,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    environment: environmentOf(resolved),
    apiKey,
    applicationId: applicationId ?? apiKey,
    ...((lang === 'en' || lang === 'th') && { lang }),
    secret: async () => new Secret(NONE),
  };
}
