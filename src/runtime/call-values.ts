import type { CallOptions } from '../client/exchange.js';
import { choice, group, type Option, option, type Parameter, text, texts } from './parameter.js';
import type { RawInput } from './raw-fields.js';
import { duration } from './values.js';

/** What a person gives for one call, and how it is to be made. */
export interface CallValues extends Pick<CallOptions, 'grant' | 'method' | 'limit'> {
  /** The reference that stands without its flag. */
  reference?: string;
  /** The values of the named flags, by field. */
  fields: Readonly<Record<string, string>>;
  raw: RawInput;
  waitMs?: number;
  expectAmount?: string;
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
