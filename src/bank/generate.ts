import { payctl } from '../core/command-line.js';
import { configError } from '../core/errors.js';
import { type Fields, withoutUndefined } from '../core/fields.js';
import { bangkokDate, channelDateTime, compactDateTime } from '../core/time.js';
import type { Random } from '../host/host.js';
import { bank } from '../messages/bank.js';
import type { Operation } from './define.js';

/** Thirty-two characters, so that five bits of a random byte choose one without bias. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUV';
const OUT_TRADE_NO_LENGTH = 20;
const SHORTEST_RANDOM = 4;

/** How a field is generated that the caller leaves out. */
export type GeneratedKind = NonNullable<Operation['generated']>[string];

interface GenerateContext {
  /** Milliseconds since the epoch. */
  now: number;
  random: Random;
  outTradeNoPrefix?: string;
}

/** 32 random letters and digits ("Common request headers": the rule of QR 30 and transfers, for all calls). */
export function requestUId(random: Random): string {
  return randomText(random, 32);
}

/**
 * Prefix, Bangkok time (yyMMddHHmmss) and random characters: 20 in all ("Limits": outTradeNo on
 * qrcode/create). Throws PayctlError CONFIG for a prefix that leaves fewer than four random characters.
 */
export function outTradeNo(now: number, random: Random, prefix = ''): string {
  const head = prefix + compactDateTime(now).slice(2);
  const room = OUT_TRADE_NO_LENGTH - head.length;
  if (room < SHORTEST_RANDOM) {
    throw configError(
      bank.prefixTooLong(prefix.length, prefix.length + room - SHORTEST_RANDOM),
      payctl.ofSettings`config set outTradeNoPrefix ABC`.inCode("outTradeNoPrefix: 'ABC'"),
    );
  }
  return head + randomText(random, room);
}

/**
 * Bangkok time and random characters: 25 in all, the limit of the transfer initiations; not in the
 * specification.
 */
export function partnerTransactionId(now: number, random: Random): string {
  return compactDateTime(now) + randomText(random, 11);
}

/**
 * Values for the generated fields of an operation that the caller leaves out or gives as null. Never
 * for the reference of a call that moves money: a second run would generate another one and charge
 * again.
 */
export function generatedFields(
  operation: Operation,
  fields: Fields,
  context: GenerateContext,
): Fields {
  const mayGenerate = (field: string) =>
    operation.effect !== 'money' || field !== operation.reference;
  const missing = Object.entries(operation.generated ?? {}).filter(
    ([field]) => mayGenerate(field) && (fields[field] ?? undefined) === undefined,
  );
  return Object.fromEntries(missing.map(([field, kind]) => [field, generate(kind, context)]));
}

/** The values that this process generated last, the oldest first. */
class RecentValues {
  readonly #values = new Set<string>();

  add(value: string): void {
    this.#values.add(value);
    for (const oldest of this.#values) {
      if (this.#values.size <= MAX_REMEMBERED) break;
      this.#values.delete(oldest);
    }
  }

  has(value: unknown): boolean {
    return typeof value === 'string' && this.#values.has(value);
  }
}

const MAX_REMEMBERED = 10_000;

/**
 * What this process generated. It differs from run to run, so that a recording is not searched by it;
 * kept by value, because the value of one call is the input of the next.
 */
export const generatedValues = new RecentValues();

/** Values that the profile's settings give to fields of an operation. */
export function defaultValues(
  { settings = {} }: Operation,
  setting: (name: string) => string | undefined,
): Fields {
  const values = Object.entries(settings).map(([field, name]) => [
    field,
    setting(name) || undefined,
  ]);
  return withoutUndefined(Object.fromEntries(values));
}

const GENERATORS: Readonly<Record<GeneratedKind, (context: GenerateContext) => string>> = {
  channelDateTime: ({ now }) => channelDateTime(now),
  bangkokDate: ({ now }) => bangkokDate(now),
  refDateTime: ({ now }) => compactDateTime(now),
  messageId: ({ random }) => randomText(random, 32),
  outTradeNo: ({ now, random, outTradeNoPrefix }) => outTradeNo(now, random, outTradeNoPrefix),
  partnerTransactionId: ({ now, random }) => partnerTransactionId(now, random),
};

/** The value of a field of this kind. */
export function generate(kind: GeneratedKind, context: GenerateContext): string {
  const value = GENERATORS[kind](context);
  generatedValues.add(value);
  return value;
}

/** Random capitals and digits. */
export function randomText(random: Random, length: number): string {
  let text = '';
  for (const byte of random.bytes(length)) text += ALPHABET.charAt(byte & 31);
  return text;
}
