import type { Resolved } from '../../config/resolve.js';
import { checkCredentials, checkToken } from './credentials.js';
import { checkFiles } from './files.js';
import { type Finding, ok, type Patient, refused, warning } from './finding.js';
import { checkJournal, checkMachine } from './machine.js';
import { checkNetwork } from './network.js';
import { checkProfile } from './profile.js';

/** All checks, from the ground up; what stands on something broken is left out. */
export async function* diagnose(patient: Patient): AsyncGenerator<Finding> {
  yield* checkMachine(patient);
  yield* checkFiles(patient);
  const resolved = await orFinding(patient);
  if ('check' in resolved) yield resolved;
  else yield* checkConnection(patient, resolved);
  yield* checkJournal(patient);
}

async function orFinding(patient: Patient): Promise<Resolved | Finding> {
  try {
    return await patient.resolve();
  } catch (error) {
    return refused('profile', error);
  }
}

async function* checkConnection(patient: Patient, resolved: Resolved): AsyncGenerator<Finding> {
  let sound = true;
  for await (const finding of both(checkProfile(resolved), checkCredentials(patient, resolved))) {
    // A certificate near its end still connects; a missing secret or address does not.
    sound &&= finding.status !== 'failure';
    yield finding;
  }
  const mayAsk = yield* mayAskBank(patient, resolved, sound);
  if (sound && (mayAsk || patient.reach === undefined)) yield await checkToken(patient, mayAsk);
}

async function* both(...parts: readonly AsyncGenerator<Finding>[]): AsyncGenerator<Finding> {
  for (const part of parts) yield* part;
}

async function* mayAskBank(
  patient: Patient,
  resolved: Resolved,
  sound: boolean,
): AsyncGenerator<Finding, boolean> {
  if (resolved.profile === 'sandbox') {
    yield ok('network', 'the embedded bank is part of payctl: nothing leaves the machine');
    return true;
  }
  if (patient.reach === undefined) {
    yield warning('network', 'not looked at (--offline)', 'payctl doctor');
    return false;
  }
  const addressed = resolved.problems.length === 0 && resolved.values.baseUrl !== undefined;
  const answered = addressed && (yield* checkNetwork(patient, patient.reach, resolved));
  return answered && sound;
}
