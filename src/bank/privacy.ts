import { isJsonObject, isLosslessNumber, type Json, number, textOf } from '../core/json.js';

/**
 * What is private, by field: the one place that says so. Tables, logs, the journal and what the
 * client passes on read it here. By name and not by operation, because the same fields come in
 * answers, in confirmations and out of the journal, where no record is at hand; a test makes sure
 * that every field of the bank is either here or known to be open.
 */

/** What is shown of a value: its last characters, its first, an address without its user, nothing. */
type Mask = 'tail' | 'name' | 'email' | 'all';

/** Fields that tell who somebody is; with the name of what holds it where a name alone says too little. */
function personalNames(): Readonly<Record<Mask, readonly string[]>> {
  return {
    tail: [
      ...['citizenId', 'passportNumber', 'alienId', 'taxId', 'mobile', 'shopMobileNo', 'walletId'],
      ...['thaiTitle', 'engTitle', 'genderCode', 'nationalityCode'],
      ...['accountNo', 'accountNumber', 'account.value', 'proxy.value'],
      ...['payerAccountNumber', 'payerProxyId', 'payeeName', 'payeeAccountNumber'],
      ...['accountFrom', 'senderAccountValue', 'senderProxyValue', 'receiverAccountValue'],
      ...['buyerUserId', 'buyerIdentityCode', 'consumerPAN', 'merchantPAN', 'qrData'],
    ],
    name: [
      ...['thaiFirstName', 'thaiLastName', 'engFirstName', 'engLastName'],
      ...['ownerFirstName', 'ownerLastName', 'payerName', 'payerAccountName', 'senderName'],
      ...['sender.displayName', 'sender.name', 'receiver.displayName', 'receiver.name'],
    ],
    email: ['email', 'shopEmail', 'buyerLoginId'],
    all: [
      ...['birthDate', 'zipCode', 'floorNumber', 'unitNumber'],
      ...['addressLine1', 'addressLine2', 'addressLine3'],
      ...['address.houseNo', 'address.moo', 'address.floor', 'address.lot', 'address.village'],
      ...['address.deptName', 'address.soi', 'address.road'],
      ...['address.subDistrict', 'address.district', 'address.postalCode'],
    ],
  };
}

/** The customer profile has each part of an address in both languages. */
const ADDRESS_PART = /^(?:thai|eng)address[a-z]+$/;

let masks: ReadonlyMap<string, Mask> | undefined;

/** Made when a field is first looked at: most calls mask nothing. */
function maskedNames(): ReadonlyMap<string, Mask> {
  if (masks) return masks;
  const personal = personalNames();
  masks = new Map(
    (['tail', 'name', 'email', 'all'] as const).flatMap((mask) =>
      personal[mask].map((name) => [name.toLowerCase(), mask] as const),
    ),
  );
  return masks;
}

/** How a field is masked, by its name and that of the field that holds it; undefined where it is open. */
export function maskOf(field: string, holder = ''): Mask | undefined {
  const name = field.toLowerCase();
  const known = maskedNames().get(name) ?? maskedNames().get(`${holder.toLowerCase()}.${name}`);
  return known ?? (ADDRESS_PART.test(name) ? 'all' : undefined);
}

/** As much of a private value as may be shown: enough to recognise it, not to know it. */
export function maskValue(value: string, mask: Mask = 'tail'): string {
  const characters = Array.from(value);
  const [first] = characters;
  if (first === undefined) return value;
  if (mask === 'all') return '***';
  if (mask === 'name') return `${first}***`;
  const at = value.lastIndexOf('@');
  if (mask === 'email' && at > 0) return `${first}***${value.slice(at)}`;
  return characters.length < 8 ? '***' : `***${characters.slice(-4).join('')}`;
}

/**
 * Names that smell of a person, an account or a credential. Wider than need be: a field that is
 * masked for nothing costs less than an account number in a file that people send around.
 */
const DELICATE =
  /name$|mobile|phone|email|citizen|passport|alien|taxid|account|address|birth|proxy|wallet|buyer|payer|identity|qrdata|qrraw|pan$|secret|password|passphrase|^pin$|otp|cvv|token$|authcode|authorization/i;

/** A copy for people, without what tells who somebody is. */
export function maskPersonal(data: Json): Json {
  return masked(data, maskOf);
}

/** A copy for a disk: of all that is delicate the last four characters at most. */
export function maskDelicate(data: Json): Json {
  return masked(data, (field, holder) =>
    DELICATE.test(field) || maskOf(field, holder) !== undefined ? 'tail' : undefined,
  );
}

/** How a value is shown, by its mask. */
type Show = (value: Json, mask: Mask | undefined) => Json;

const shortened: Show = (value, mask) => {
  const text = textOf(value);
  return mask === undefined || text === undefined ? value : maskValue(text, mask);
};

/** Everything below a private field is private too. */
function masked(
  value: Json,
  maskAt: (field: string, holder: string) => Mask | undefined,
  show: Show = shortened,
  holder = '',
  inherited?: Mask,
): Json {
  if (Array.isArray(value)) {
    return value.map((item) => masked(item, maskAt, show, holder, inherited));
  }
  if (!isJsonObject(value)) return show(value, inherited);
  const entries = Object.entries(value).map(([key, item]) => {
    return [key, masked(item, maskAt, show, key, maskAt(key, holder) ?? inherited)] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * A copy that programs can still work with: a private value keeps its type, its length and the kinds
 * of its characters. Names that no record knows are held against the wider list. `open` shows all
 * that is not private.
 */
export function maskInShape(
  data: Json,
  isKnown: (field: string) => boolean,
  open: (value: Json) => Json,
): Json {
  return masked(
    data,
    (field, holder) => maskInRecording(field, holder, isKnown),
    (value, mask) => {
      return mask === undefined ? open(value) : maskedShape(value, mask);
    },
  );
}

function maskInRecording(
  field: string,
  holder: string,
  isKnown: (field: string) => boolean,
): Mask | undefined {
  const mask = maskOf(field, holder);
  if (mask !== undefined || isKnown(field) || !DELICATE.test(field)) return mask;
  return 'tail';
}

/** Masking twice gives the same as once, so that a value from a recording can be used in the next call. */
function maskedShape(value: Json, mask: Mask): Json {
  if (isLosslessNumber(value)) return number(scramble(value.toString()));
  if (typeof value !== 'string') return value;
  const characters = Array.from(value);
  const kept = keptEnds(value, mask, characters.length);
  const end = characters.length - kept.last;
  return characters
    .map((character, at) => (at < kept.first || at >= end ? character : scramble(character)))
    .join('');
}

/** How many characters stay, at the front and at the end. */
function keptEnds(value: string, mask: Mask, length: number): { first: number; last: number } {
  if (mask === 'all') return { first: 0, last: 0 };
  if (mask === 'name') return { first: 1, last: 0 };
  const at = value.lastIndexOf('@');
  if (mask === 'email' && at > 0) return { first: 1, last: Array.from(value.slice(at)).length };
  return { first: 0, last: length < 8 ? 0 : 4 };
}

/** Other characters of the same kinds: a date stays one, and a number does not begin with zero. */
export function scramble(text: string): string {
  return text
    .replace(/\p{N}/gu, '1')
    .replace(/\p{Lu}/gu, 'X')
    .replace(/[\p{L}\p{M}]/gu, (letter) => (letter === 'X' ? letter : 'x'));
}

/** Fields with the picture of a code: what its payload must not show, it would. */
const PICTURES: ReadonlySet<string> = new Set(['qrimage']);

export function isPicture(field: string): boolean {
  return PICTURES.has(field.toLowerCase());
}

/** Card numbers, by the prefixes and lengths of their schemes. */
const CARD =
  /(?<![0-9A-Za-z])(?:4(?:[ -]?\d){12,18}|(?:5[1-5]|2[2-7])(?:[ -]?\d){14}|3[47](?:[ -]?\d){13}|(?:35|6[0245])(?:[ -]?\d){14,17})(?![0-9A-Za-z])/g;

/** The text with the numbers of cards but for their last four digits. */
export function maskCards(text: string): string {
  return text.replace(CARD, (found) => {
    return hasCheckDigit(found) ? scramble(found.slice(0, -4)) + found.slice(-4) : found;
  });
}

/** The check digit of ISO/IEC 7812. */
function hasCheckDigit(text: string): boolean {
  const digits = Array.from(text.replace(/\D/g, ''), Number).reverse();
  const sum = digits.reduce((total, digit, at) => {
    const weighed = at % 2 === 0 ? digit : digit * 2;
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return sum % 10 === 0;
}

/** All private texts in the data, at any depth. */
export function privateTexts(data: Json, isKnown: (field: string) => boolean): Set<string> {
  const texts = new Set<string>();
  const maskAt = (field: string, holder: string) => maskInRecording(field, holder, isKnown);
  masked(data, maskAt, (value, mask) => {
    const text = textOf(value);
    if (mask !== undefined && text !== undefined) texts.add(text);
    return value;
  });
  return texts;
}

/** Header and body fields, in lower case, whose values must not be known to anyone. */
export const SECRETS: ReadonlySet<string> = new Set([
  'accesstoken',
  'apisecret',
  'applicationsecret',
  'authcode',
  'authorization',
  'refreshtoken',
]);

/** All credentials. Keys and ids may well be part of an answer; `resourceOwnerId` often is the API key. */
export const CREDENTIALS: ReadonlySet<string> = new Set([
  ...SECRETS,
  ...['apikey', 'applicationkey', 'codechallenge', 'resourceownerid'],
]);

/** Spelled in any of the ways of JSON. */
const TOKEN = /^(?:(?:access|refresh|id)[_-]?token|(?:api|application|client)[_-]?secret)$/i;

/** Whether a field of this name holds a token or a secret. Nearly none does, and the first test compiles nothing. */
export function isToken(name: string): boolean {
  const lower = name.toLowerCase();
  return (lower.endsWith('token') || lower.endsWith('secret')) && TOKEN.test(name);
}

export function isCredential(name: string): boolean {
  return CREDENTIALS.has(name.toLowerCase()) || isToken(name);
}

let leafNames: ReadonlySet<string> | undefined;

/**
 * Whether a log must hide a field: it is a credential or identifies somebody. `encryptedValue` is
 * hidden too: anyone with the bank's public key can decrypt what direct debit encrypts.
 */
export function isHidden(field: string): boolean {
  const name = field.toLowerCase();
  leafNames ??= new Set(
    [...maskedNames().keys()].map((path) => path.slice(path.lastIndexOf('.') + 1)),
  );
  const isPersonal = leafNames.has(name) || ADDRESS_PART.test(name);
  return isPersonal || isCredential(field) || field === 'encryptedValue';
}
