import { recording } from '../../messages/recording.js';
import { type Transport, TransportFailure } from '../transport.js';

/** Of a run that a recording answers: for what is loaded beside the calls. */
export const NO_TRANSPORT: Transport = {
  async send() {
    throw new TransportFailure('withheld', false, recording.answersThisRun);
  },
  async close() {},
};
