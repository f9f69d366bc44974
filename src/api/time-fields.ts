import * as z from 'zod/mini';
import { type Extra, FIELD_FACTS, NOT_TEXT, text } from './fields.js';
import {
  bangkokDate,
  bangkokDateTime,
  channelDateTime,
  compactDateTime,
  parseBangkokDateTime,
  parseChannelDateTime,
  parseCompactDateTime,
  parseDate,
} from './time.js';

/** A day of the calendar, `YYYY-MM-DD`. */
export function date(about: string, extra: Extra = {}): z.ZodMiniString<string> {
  return z
    .string({ error: NOT_TEXT })
    .check(
      z.refine<string>((value) => parseDate(value) !== undefined, {
        error: 'must be a day of the calendar as YYYY-MM-DD',
      }),
    )
    .register(FIELD_FACTS, {
      kind: 'date',
      about,
      write: bangkokDate,
      json: { format: 'date' },
      ...extra,
    });
}

/** The 29 characters `YYYY-MM-DD'T'hh:mm:ss.sss+hh:mm`. */
export function channelDateTimeField(about: string, extra: Extra = {}): z.ZodMiniString<string> {
  return z
    .string({ error: NOT_TEXT })
    .check(
      z.refine<string>((value) => parseChannelDateTime(value) !== undefined, {
        error: 'must be a moment of 29 characters, for example 2026-01-31T09:00:00.000+07:00',
      }),
    )
    .register(FIELD_FACTS, {
      kind: 'datetime',
      about,
      write: channelDateTime,
      json: {
        minLength: 29,
        maxLength: 29,
        pattern:
          '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}[+-][0-9]{2}:[0-9]{2}$',
      },
      ...extra,
    });
}

/** Bangkok time as `YYYY-MM-DD HH:MM:SS`. */
export function bangkokDateTimeField(about: string, extra: Extra = {}): z.ZodMiniString<string> {
  return z
    .string({ error: NOT_TEXT })
    .check(
      z.refine<string>((value) => parseBangkokDateTime(value) !== undefined, {
        error: 'must be a moment as YYYY-MM-DD HH:MM:SS, for example 2026-01-31 23:59:59',
      }),
    )
    .register(FIELD_FACTS, {
      kind: 'datetime',
      about,
      write: bangkokDateTime,
      json: { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$' },
      ...extra,
    });
}

/** Bangkok time as `yyyyMMddHHmmss`. */
export function refDateTimeField(about: string): z.ZodMiniString<string> {
  const pattern = [/^[0-9]{14}$/, 'must be 14 digits, yyyyMMddHHmmss'] as const;
  return text(about, { pattern, write: compactDateTime }).check(
    z.refine<string>(
      (value) => !/^[0-9]{14}$/.test(value) || parseCompactDateTime(value) !== undefined,
      { error: 'is no moment of the calendar' },
    ),
  );
}
