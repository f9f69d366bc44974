import { loadOperation } from '../api/catalogue.js';
import { type Finding, ok, refused, warning } from './finding.js';
import type { Patient } from './patient.js';

/** The access token: a cached one, or a new one where the bank may be asked. */
export async function checkToken(patient: Patient, mayAsk: boolean): Promise<Finding> {
  const { clock } = patient.host;
  try {
    if (mayAsk) {
      const session = await patient.session();
      const { token } = await session.token(await loadOperation('token.issue'));
      return ok('token', lasting(token.expiresAt - clock.now()));
    }
    const token = await (await patient.tokens()).read('application');
    if (token && token.expiresAt > clock.now()) {
      return ok('token', `in the cache, ${lasting(token.expiresAt - clock.now())}`);
    }
    return warning('token', 'none in the cache, and the bank was not asked', 'payctl token');
  } catch (error) {
    return refused('token', error);
  }
}

function lasting(ms: number): string {
  return `valid for another ${Math.max(1, Math.round(ms / 60_000))} minutes`;
}
