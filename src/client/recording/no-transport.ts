import { recording } from '../../messages/calls.js';
import { type Transport, TransportFailure } from '../transport.js';

/** The transport of a replayed run, for parts that need one: it sends nothing. */
export const NO_TRANSPORT: Transport = {
  async send() {
    throw new TransportFailure('withheld', false, recording.answersThisRun);
  },
  async close() {},
};
