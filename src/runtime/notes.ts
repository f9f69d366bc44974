import type { Fields, Operation } from '../bank/define.js';
import { claimFor } from '../journal/claim.js';
import { addNote, type Note } from '../journal/notes.js';
import type { Services } from './services.js';
import { currentUser } from './who.js';

/** Writes down what somebody has to say about a payment; returns all notes on it. */
export async function writeNote(
  services: Services,
  reference: string,
  text: string,
  operation?: string,
): Promise<Note[]> {
  const { host, stopping } = services;
  const { random, clock } = host;
  const by = await currentUser(services);
  const { settings } = await services.profile();
  const baseUrl = settings('baseUrl') ?? '';
  return addNote(
    { desk: await services.desk(), random, clock, stopping },
    { reference, by, text, baseUrl, operation },
  );
}

/** Stores why a charge is made. Called before it is sent: without its reason it is not. */
export async function writeReason(
  services: Services,
  operation: Operation,
  input: Fields,
  text: string,
): Promise<void> {
  const { baseUrl } = await services.connection();
  await writeNote(services, claimFor(baseUrl, operation, input).reference, text, operation.id);
}
