import { PayctlError } from '../../core/errors.js';
import { visible } from '../../core/text.js';
import { recording } from '../../messages/calls.js';
import type { Outcome } from '../outcome.js';
import { callName, type Exchange } from '../verdict.js';

/**
 * CONFIG: a money call of the live service is not replayed, because its answer would be taken for a
 * payment.
 */
export function liveReplayError(call: string, profile: string): PayctlError {
  return new PayctlError('CONFIG', recording.notOfLive(call, profile), {
    executed: 'no',
    hint: recording.useTest,
  });
}

/**
 * How a call ends that the recording does not have: no other answer is taken in its place.
 * @param name the file of the recording
 */
export function notRecorded(
  { operation, request, requestUId }: Pick<Exchange, 'operation' | 'request' | 'requestUId'>,
  name: string,
): Outcome {
  const { method, url } = request;
  return {
    class: 'BAD_DATA',
    executed: 'no',
    operation: operation.id,
    request: { method, url, requestUId },
    message: recording.notRecorded(callName(operation), visible(name)),
    hint: recording.recordIt,
  };
}
