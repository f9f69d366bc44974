import type { CallOptions } from '../client/exchange.js';
import { usageError } from '../core/errors.js';
import { DAY_MS } from '../core/time.js';
import { approvalMessages } from '../messages/approvals.js';
import {
  choice,
  flag,
  group,
  type Option,
  option,
  type Parameter,
  text,
  texts,
  where,
} from './parameter.js';
import type { RawInput } from './raw-fields.js';
import { duration, noteText } from './value-parsers.js';

/** What a person gives for one call, and how it is to be made. */
export interface CallValues extends Pick<CallOptions, 'grant' | 'method' | 'limit'> {
  /** The reference that stands without its flag. */
  reference?: string;
  /** The values of the named flags, by field. */
  fields: Readonly<Record<string, string>>;
  raw: RawInput;
  waitMs?: number;
  expectAmount?: string;
  /** It is to be proposed, not sent. */
  proposing?: Proposing;
  /** Why, in the words of whoever sends it. */
  note?: string;
}

/** In place of sending: what a second person is to release. */
export interface Proposing {
  reason: string;
  /** How long it may be released, in milliseconds. */
  lastsMs: number;
}

type About = Pick<Option, 'group'>;

/** `-f`, `-F` and `--data`. */
export function rawFields(
  summaries: { text: string; typed: string; data: string },
  heading: About = {},
): Parameter<RawInput> {
  const about = { ...heading, effect: 'fields' } as const;
  return group({
    rawFields: texts('-f, --raw-field <key=value>', summaries.text, about),
    fields: texts('-F, --field <key=value>', summaries.typed, about),
    data: text('--data <json>', summaries.data, about),
  });
}

/** For any call with a token. */
export function grant(about: About = {}) {
  const summary = 'whose token to use; the user is the one who logged in';
  return choice('--as <whose>', summary, ['application', 'user'], about);
}

export function wait(summary: string, about: About = {}) {
  return option('--wait <duration>', summary, duration, about);
}

export function expectedAmount(summary: string, about: About = {}) {
  return text('--expect-amount <amount>', summary, about);
}

const DAY = '24h';

/** For any call that moves money: why; and where it may be proposed, that it is. */
export function proposing(
  mayPropose: boolean,
  about: About = {},
): Parameter<{
  proposing: Proposing | undefined;
  note: string | undefined;
}> {
  const parameters = group({
    propose: where(
      mayPropose,
      flag('--propose', 'send nothing: write it down for a second person to release', {
        ...about,
        effect: 'acts',
      }),
    ),
    note: option('--note <text>', 'why; it is kept with the payment', noteText, about),
    lastsMs: where(
      mayPropose,
      option('--expires <duration>', 'how long a proposal may be released', duration, {
        ...about,
        effect: 'acts',
        fallback: DAY,
      }),
    ),
  });
  return {
    ...parameters,
    read(given, now) {
      const { propose = false, note, lastsMs } = parameters.read(given, now);
      if (!propose && lastsMs !== undefined) throw usageError(approvalMessages.expiresProposal);
      if (!propose) return { proposing: undefined, note };
      if (note === undefined) throw usageError(approvalMessages.needsNote);
      if (lastsMs === 0) throw usageError(approvalMessages.expiresAtOnce);
      return { proposing: { reason: note, lastsMs: lastsMs ?? DAY_MS }, note: undefined };
    },
  };
}
