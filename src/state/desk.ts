/** What is said beside the journal: proposals of charges, and notes on payments. */
export const DESK_KINDS = ['proposal', 'note'] as const;
export type DeskKind = (typeof DESK_KINDS)[number];

/** What events are about, and follow one another in. */
export interface DeskSubject {
  kind: DeskKind;
  /** Names it among those of its kind. */
  subject: string;
}

/** As people and differences name it. */
export function subjectName({ kind, subject }: DeskSubject): string {
  return `${kind} ${subject}`;
}

export interface DeskPosition extends DeskSubject {
  /** From 1. */
  seq: number;
}

/** What somebody said, chained to what was said before it about the same subject. It never changes. */
export interface DeskEvent extends DeskPosition {
  /** ISO 8601 in UTC. */
  at: string;
  /** A sealed line: JSON with the checksum of the event before (`prev`) and its own. */
  line: string;
  sum: string;
  /** What is confidential of it, as JSON whose checksum the line has; null once it was erased. */
  details: string | null;
}

/** An event, and what was recorded with it where it is the newest of its subject. */
export interface RecordedEvent extends DeskEvent {
  newest?: {
    /** Until when the subject waits for somebody; undefined where it does not. */
    openUntil: number | undefined;
  };
}

export interface DeskHistory {
  events: DeskEvent[];
  /** The last of them is the one that was recorded as the newest. */
  isWhole: boolean;
}

/** Which subjects: the last to change first. */
export interface DeskQuery {
  kind: DeskKind;
  /** Only those that wait for somebody at this moment: milliseconds since the epoch. */
  openAt?: number | undefined;
  /** After this one, in that order. */
  after?: DeskPlace | undefined;
  limit: number;
}

export interface DeskPlace {
  /** Of its newest event. */
  at: string;
  subject: string;
}

/** The desk: events that are added and stay, in files of this machine or in a shared store. */
export interface Desk {
  /**
   * Adds an event to those that are there; false where somebody else was first, so that it does not
   * follow on the last one: nothing is written then.
   */
  append(event: DeskEvent): Promise<boolean>;
  read(subject: DeskSubject): Promise<DeskHistory>;
  list(query: DeskQuery): Promise<DeskPlace[]>;
  /** All events since a moment (milliseconds since the epoch) in the order of time, a page at a time. */
  since(moment: number): AsyncIterable<DeskEvent[]>;
  /** All events, those of a subject one after the other, a page at a time. */
  all(): AsyncIterable<RecordedEvent[]>;
  /** The first event of each subject that is not as recorded: the newest is gone, or others follow on it. */
  misplaced(): Promise<DeskPosition[]>;
  /** Erases what is confidential of events before a moment, but for subjects that wait for somebody at `now`; resolves to how many. */
  erase(before: number, now: number): Promise<number>;
  /** Removes the subjects of a kind whose newest event is older, and that wait for nobody at `now`; resolves to how many. */
  remove(kind: DeskKind, before: number, now: number): Promise<number>;
  /** Removes all that was said of these. */
  forget(kind: DeskKind, subjects: readonly string[]): Promise<void>;
}
