import type { Fields } from '../bank/define.js';
import type { Connection, Grant } from '../client/connection.js';
import { PayctlError } from '../core/errors.js';
import { sha256 } from '../core/hash.js';
import { isJsonObject, type Json, type JsonObject, jsonText, textFields } from '../core/json.js';
import { Message } from '../core/message.js';
import { approvalMessages as messages } from '../messages/approvals.js';
import type { DeskEvent, DeskPosition, DeskSubject } from '../state/desk.js';
import { type DeskEntry, readEvent } from '../state/desk-event.js';
import { readWho, type Who } from '../state/who.js';

type Principal = Pick<Connection, 'apiKey' | 'applicationId' | 'resourceOwnerId'>;

/** A charge that somebody wants and somebody else is to release. */
export interface Proposal {
  /** Subject and number of the event that made it. */
  id: string;
  operation: string;
  /** Names its charge, whose claim has this key and these contents. */
  reference: string;
  key: string;
  contents: string;
  profile: string;
  baseUrl: string;
  /** In whose name it is sent, as `principalFingerprint` makes it. */
  principal: string;
  environment: 'test' | 'live';
  amount?: string;
  proposer: Who;
  /** ISO 8601 in UTC. */
  proposedAt: string;
  expires: string;
  /** Absent once it was erased, as all that is confidential. */
  confidential?: Confidential;
  refusal?: ProposalDecision;
  release?: ProposalDecision;
  /** How its charge ended, where that was written down. */
  ended?: Ending;
  /** It was released and could not be sent in time. */
  isLapsed?: true;
}

interface Confidential {
  /** Exactly what is sent. */
  input: Fields & JsonObject;
  /** Who gets the money, by the fields that say so. */
  payee: Readonly<Record<string, string>>;
  reason: string;
  call: ProposedCall;
}

/** How the call is made. */
export interface ProposedCall {
  method?: 'GET' | 'POST';
  grant?: 'application' | 'user';
  requestUId?: string;
}

/** What a second person said. */
export interface ProposalDecision {
  by: Who;
  at: string;
  /** Empty where nothing was said, or it was erased. */
  note: string;
}

interface Ending {
  at: string;
  /** As in the exit table. */
  class: string;
}

/** A fingerprint of in whose name a call is made: the application, and whose token and data it uses. */
export function principalFingerprint(
  { apiKey, applicationId, resourceOwnerId = '' }: Principal,
  grant: Grant = 'application',
): string {
  return sha256(JSON.stringify([apiKey, applicationId, resourceOwnerId, grant])).slice(0, 16);
}

/** Of a subject and the number of an event. */
function proposalId({ subject, seq }: DeskPosition): string {
  return `${subject}-${seq}`;
}

/** The subject of an id; undefined for a text that is none. */
export function parseProposalId(id: string): DeskSubject | undefined {
  const [, subject] = /^([0-9a-f]{16})-[1-9][0-9]{0,8}$/.exec(id) ?? [];
  return subject === undefined ? undefined : { kind: 'proposal', subject };
}

/** All proposals of a charge share a subject: who proposes at the same moment meets there. */
export function proposalSubject(key: string): DeskSubject {
  return { kind: 'proposal', subject: key.slice(0, 16) };
}

/** What an event of a proposal says. */
const EVENT_TYPES = ['proposed', 'released', 'refused', 'ended', 'lapsed'] as const;

/** The proposals of a subject, the oldest first. Throws REJECTED where one of its events was changed. */
export function replayProposals(events: readonly DeskEvent[]): Proposal[] {
  const proposals: Proposal[] = [];
  for (const [index, event] of events.entries()) {
    const entry = readEvent(event, events[index - 1]);
    if (entry instanceof Message) throw changedError(proposalId(event), entry);
    if (!addEvent(proposals, entry, event)) throw changedError(proposalId(event), messages.notOurs);
  }
  return proposals;
}

/** For proposals of which something was changed since they were made. */
export function changedError(id: string, why: Message): PayctlError {
  return new PayctlError('REJECTED', messages.changed(id, why), { hint: messages.verify });
}

function addEvent(proposals: Proposal[], entry: DeskEntry, event: DeskEvent): boolean {
  const current = proposals.at(-1);
  const { at, lasting, details } = entry;
  const type = EVENT_TYPES.find((one) => one === lasting.type);
  if (type === 'proposed') {
    const proposal = toProposal(entry, event);
    if (proposal) proposals.push(proposal);
    return proposal !== undefined;
  }
  if (type === undefined || current === undefined) return false;
  if (type === 'ended') {
    current.ended = { at, class: jsonText(lasting.class) ?? '' };
    return true;
  }
  if (type === 'lapsed') {
    current.isLapsed = true;
    return true;
  }
  const by = readWho(lasting.by);
  if (by === undefined) return false;
  const decision = { by, at, note: jsonText(details.note) ?? '' };
  if (type === 'refused') current.refusal = decision;
  else current.release = decision;
  return true;
}

function toProposal(
  { at, lasting, details, isErased }: DeskEntry,
  event: DeskEvent,
): Proposal | undefined {
  const proposer = readWho(lasting.by);
  const environment = (['test', 'live'] as const).find((one) => one === lasting.environment);
  const texts = readAllTexts(lasting, [
    ...['operation', 'reference', 'key', 'contents', 'profile', 'baseUrl', 'principal'],
    'expires',
  ] as const);
  const confidential = isErased ? undefined : readConfidential(details);
  if (!proposer || !environment || !texts || (!isErased && !confidential)) return undefined;
  const { operation = '', reference = '', key = '', contents = '' } = texts;
  const { profile = '', baseUrl = '', principal = '', expires = '' } = texts;
  const amount = jsonText(lasting.amount);
  return {
    id: proposalId(event),
    ...{ operation, reference, key, contents, profile, baseUrl, principal },
    ...{ environment, proposer, expires },
    proposedAt: at,
    amount,
    ...(confidential && { confidential }),
  };
}

function readConfidential({ input, payee, reason, call }: JsonObject): Confidential | undefined {
  const why = jsonText(reason);
  if (!isJsonObject(input) || why === undefined) return undefined;
  return { input, payee: textFields(payee), reason: why, call: readCall(call) };
}

function readCall(json: Json | undefined): ProposedCall {
  const given = textFields(json);
  const method = (['GET', 'POST'] as const).find((one) => one === given.method);
  const grant = (['application', 'user'] as const).find((one) => one === given.grant);
  const { requestUId } = given;
  return {
    ...(method && { method }),
    ...(grant && { grant }),
    requestUId,
  };
}

/** undefined where one is missing. */
function readAllTexts(
  json: JsonObject,
  names: readonly string[],
): Record<string, string> | undefined {
  const texts = textFields(json);
  return names.every((name) => texts[name] !== undefined) ? texts : undefined;
}
