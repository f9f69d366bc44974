import { isJsonObject, isLosslessNumber, type Json, jsonText, number } from '../core/json.js';
import { lazyMap } from '../core/lazy-map.js';
import { once } from '../core/once.js';

/**
 * What is private, by field: the one place that says so, for tables, logs, the journal and the client.
 * By name and not by operation, because the same fields come in answers, in confirmations and out of
 * the journal, where no record is at hand. A test makes sure that every field of the operations is
 * either here or listed as open.
 */

/**
 * What is shown of a value: its last four characters, its first, an e-mail address without its
 * user, nothing.
 */
type Mask = 'tail' | 'name' | 'email' | 'all';

/** Fields that identify a person, as `field`, or `parent.field` where the name alone says too little. */
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

/** Built when it is first needed: most calls mask nothing. */
const maskedNames = once((): ReadonlyMap<string, Mask> => {
  const personal = personalNames();
  return new Map(
    (['tail', 'name', 'email', 'all'] as const).flatMap((mask) =>
      personal[mask].map((name) => [name.toLowerCase(), mask] as const),
    ),
  );
});

/** How a field is masked, by its name and that of its parent; undefined where it is open. */
export function maskForField(field: string, parent = ''): Mask | undefined {
  const name = field.toLowerCase();
  const mask = maskedNames().get(name) ?? maskedNames().get(`${parent.toLowerCase()}.${name}`);
  return mask ?? (ADDRESS_PART.test(name) ? 'all' : undefined);
}

/** As much of a private value as may be shown: enough to recognise it, not to learn it. */
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
 * Names that may be of a person, an account or a credential. Wider than need be: a field that is
 * masked for nothing costs less than an account number in a file that people send around.
 */
const SENSITIVE =
  /name$|mobile|phone|email|citizen|passport|alien|taxid|account|address|birth|proxy|wallet|buyer|payer|identity|qrdata|qrraw|pan$|secret|password|passphrase|^pin$|otp|cvv|token$|authcode|authorization/i;

/** A copy for people, with personal data masked. */
export function maskPersonal(data: Json): Json {
  return masked(data, maskForField);
}

/** A copy for the disk: of every sensitive value the last four characters at most. */
export function maskSensitive(data: Json): Json {
  return masked(data, (field, parent) =>
    SENSITIVE.test(field) || maskForField(field, parent) !== undefined ? 'tail' : undefined,
  );
}

/** A copy from which every sensitive value is gone. */
export function erasePersonal(data: Json): Json {
  return masked(
    data,
    (field, parent) =>
      SENSITIVE.test(field) || maskForField(field, parent) !== undefined || isHidden(field)
        ? 'all'
        : undefined,
    (value, mask) => (mask === undefined || value === null ? value : ERASED),
  );
}

const ERASED = '***';

/** What stands in place of a value, by its mask; undefined for a value that is open. */
type Replace = (value: Json, mask: Mask | undefined) => Json;

const shortened: Replace = (value, mask) => {
  const text = jsonText(value);
  return mask === undefined || text === undefined ? value : maskValue(text, mask);
};

/** Everything below a private field is private too. */
function masked(
  value: Json,
  maskAt: (field: string, parent: string) => Mask | undefined,
  replace: Replace = shortened,
  parent = '',
  inherited?: Mask,
): Json {
  if (Array.isArray(value)) {
    return lazyMap(value, (item) => masked(item, maskAt, replace, parent, inherited));
  }
  if (!isJsonObject(value)) return replace(value, inherited);
  const entries = Object.entries(value).map(([key, item]) => {
    return [key, masked(item, maskAt, replace, key, maskAt(key, parent) ?? inherited)] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * A copy for recordings that programs can still work with: a private value keeps its type, its length
 * and the kinds of its characters. A field that is not `isKnown` is private where its name looks
 * sensitive. `open` replaces the values that are not private.
 */
export function maskInShape(
  data: Json,
  isKnown: (field: string) => boolean,
  open: (value: Json) => Json,
): Json {
  return masked(
    data,
    (field, parent) => maskInRecording(field, parent, isKnown),
    (value, mask) => {
      return mask === undefined ? open(value) : maskedShape(value, mask);
    },
  );
}

function maskInRecording(
  field: string,
  parent: string,
  isKnown: (field: string) => boolean,
): Mask | undefined {
  const mask = maskForField(field, parent);
  if (mask !== undefined || isKnown(field) || !SENSITIVE.test(field)) return mask;
  return 'tail';
}

/** Masking twice gives the same as once, so that a value of a recording can be the input of the next call. */
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

/** How many characters are kept at the front and at the end. */
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

/** Whether a field has the picture of a code, which shows what its masked payload does not. */
export function isPicture(field: string): boolean {
  return field.toLowerCase() === 'qrimage';
}

/** Whether a field has what direct debit encrypts: anyone with the bank's public key can decrypt it. */
export function isEncrypted(field: string): boolean {
  return field === 'encryptedValue';
}

/** Card numbers, by the prefixes and lengths of their schemes. */
const CARD =
  /(?<![0-9A-Za-z])(?:4(?:[ -]?\d){12,18}|(?:5[1-5]|2[2-7])(?:[ -]?\d){14}|3[47](?:[ -]?\d){13}|(?:35|6[0245])(?:[ -]?\d){14,17})(?![0-9A-Za-z])/g;

/** The text with only the last four digits of each card number. */
export function maskCards(text: string): string {
  return text.replace(CARD, (digits) => {
    return hasCheckDigit(digits) ? scramble(digits.slice(0, -4)) + digits.slice(-4) : digits;
  });
}

/** The check digit of ISO/IEC 7812. */
function hasCheckDigit(text: string): boolean {
  const digits = Array.from(text.replace(/\D/g, ''), Number).reverse();
  const sum = digits.reduce((total, digit, at) => {
    const weighted = at % 2 === 0 ? digit : digit * 2;
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
}

/** All texts of private fields in the data, at any depth. */
export function privateTexts(data: Json, isKnown: (field: string) => boolean): Set<string> {
  const texts = new Set<string>();
  const maskAt = (field: string, parent: string) => maskInRecording(field, parent, isKnown);
  masked(data, maskAt, (value, mask) => {
    const text = jsonText(value);
    if (mask !== undefined && text !== undefined) texts.add(text);
    return value;
  });
  return texts;
}

/** Header and body fields, in lower case, that hold a secret. */
export const SECRETS: ReadonlySet<string> = new Set([
  'accesstoken',
  'apisecret',
  'applicationsecret',
  'authcode',
  'authorization',
  'refreshtoken',
]);

/**
 * Secrets, and keys and ids that may be part of an answer; `resourceOwnerId` often is the API key.
 * In lower case.
 */
export const CREDENTIALS: ReadonlySet<string> = new Set([
  ...SECRETS,
  ...['apikey', 'applicationkey', 'codechallenge', 'resourceownerid'],
]);

/** In camel, snake or kebab case, all in lower case. */
const TOKEN = /^(?:(?:access|refresh|id)[_-]?token|(?:api|application|client)[_-]?secret)$/;

/** Whether a field of this name holds a token or a secret. */
export function isToken(name: string): boolean {
  return TOKEN.test(name.toLowerCase());
}

/** Whether a field of this name holds any credential. */
export function isCredential(name: string): boolean {
  return CREDENTIALS.has(name.toLowerCase()) || isToken(name);
}

const leafNames = once(
  () => new Set([...maskedNames().keys()].map((path) => path.slice(path.lastIndexOf('.') + 1))),
);

/** Whether a log must hide a field: it is a credential, identifies somebody, or may once it is decrypted. */
export function isHidden(field: string): boolean {
  const name = field.toLowerCase();
  const isPersonal = leafNames().has(name) || ADDRESS_PART.test(name);
  return isPersonal || isCredential(field) || isEncrypted(field);
}
