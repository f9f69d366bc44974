import type { WireRequest } from '../bank/wire.js';
import type { FaultOrder } from '../sandbox/faults.js';
import type { Actor, AttackEventKind } from './events.js';
import type { AskMoment } from './hostile-bank.js';
import type { SharedStep } from './scenario.js';

export type QuestionMoment = Exclude<AskMoment, 'closed'>;

/** What the stage knows of an order that is played on it. */
export interface StagedOrder {
  readonly confirmation: string | undefined;
  readonly isCrashed: boolean;
  readonly isHung: boolean;
  /** Nothing more happens to it. */
  readonly isOver: boolean;
  /** The application was told of it, by the bank or somebody else. */
  readonly isTold: boolean;
  /** It is asked about, perhaps day by day. */
  readonly isAsking: boolean;
  isNamedBy(text: string): boolean;
  note(from: Actor, to: Actor, what: AttackEventKind, detail?: string): void;
  /** Whether this answer, if it is one, told the application something: it was not made to fail. */
  onAsked(request: WireRequest, moment: QuestionMoment, answer: string): boolean;
  /** Whether the answer tells of a payment, once there is one: that of another day does not. */
  isToldBy(answer: string): boolean;
  /** The fault of a good answer by whether it tells of its latest payment; undefined: it is sent as it is. */
  faultOf(answer: string, request: WireRequest): FaultOrder | undefined;
  /** A question about it, its own or a search, is over: whether its answer was made to fail for this order. */
  takeFailure(isOwn: boolean): boolean;
  /** A question that may have been about it is over. */
  onOver(): void;
  /** The application did not wait for the answer. */
  onGivenUp(): void;
  /** Whether the latest question about it failed, so lately that another may follow. */
  mayAskAgain(): boolean;
  /** A question about it: its own, or a search without a reference, which is about every order. */
  onQuestion(request: WireRequest): void;
  onAnswer(answer: string): void;
  /** A good answer about it, whether or not that tells of a payment. */
  onAnswered(): void;
  onKilled(): void;
  markCrashed(): void;
  markHung(): void;
  willReach(step: SharedStep): boolean;
}
