import type { Fields, Operation } from '../bank/define.js';
import { requestUId } from '../bank/generate.js';
import { maskSensitive } from '../bank/privacy.js';
import type { Caller } from '../client/caller.js';
import type { Connection } from '../client/connection.js';
import type { CallOptions } from '../client/exchange.js';
import type { Outcome } from '../client/outcome.js';
import { at, fromPlain, isJsonObject, jsonText } from '../core/json.js';
import type { Message } from '../core/message.js';
import { traceparent } from '../core/trace.js';
import type { ChargePermission } from '../state/permission.js';
import { type Claim, type Credentials, credentialsFingerprint } from './claim.js';
import { type Intent, type Journal, type ReleasedProposal, stamp } from './journal.js';

export interface ChargeOptions extends Omit<CallOptions, 'onSending'> {
  /** How long to inquire: while unknown 60 s unless given, while pending only where given; 0 asks once. */
  waitMs?: number;
  /** Names the charge where the operation has no reference field; its contents do unless given. */
  reference?: string;
  /** The amount for the journal, if the input has none; it is not part of the claim. */
  amount?: string;
  proposal?: ReleasedProposal;
  /** Called once the intent is on disk, before the call. */
  onSend?: (intent: Intent) => void;
  /** Called just before the first byte; `lost` is how the call ends if this program fails before the answer. */
  onSending?: (lost: Outcome) => void;
  onInquiry?: (intent: Intent) => void;
  /** A reason not to send, asked once the intent is on disk, where all others see it. */
  objection?: (() => Promise<Message | undefined>) | undefined;
  /** A further reason not to send; asked right before the first byte. */
  refusal?: () => Message | undefined;
}

export interface ChargeRequest {
  journal: Journal;
  caller: Caller;
  connection: Pick<Connection, 'baseUrl' | 'profile'> & Credentials;
  operation: Operation;
  /** Checked fields, as they go on the wire. */
  input: Fields;
  permission: ChargePermission;
  options?: ChargeOptions;
}

/** The intent to make a charge, delicate fields masked. */
export function buildIntent(
  { journal, connection, operation, input, options = {} }: Omit<ChargeRequest, 'permission'>,
  { reference, company, contents }: Claim,
): Intent {
  const original = fromPlain(input);
  const masked = maskSensitive(original);
  return {
    type: 'intent',
    ...stamp(journal),
    operation: operation.id,
    reference,
    company,
    profile: connection.profile,
    baseUrl: connection.baseUrl,
    method: options.method ?? operation.method,
    path: operation.path,
    amount: operation.amount ? jsonText(at(original, operation.amount)) : options.amount,
    contents,
    credentials: credentialsFingerprint(connection, options.grant),
    requestUId: options.requestUId ?? requestUId(journal.random),
    trace: traceparent(),
    proposal: options.proposal,
    input: isJsonObject(masked) ? masked : {},
    metadata: { original },
  };
}
