/**
 * What is private, by field: the one place that says so. Tables, logs, the journal and what the
 * client lets out read it here. By name and not by operation, because the same fields come in
 * answers, in confirmations and out of the journal, where no record is at hand; a test makes sure
 * that every field of the bank is either here or known to be open.
 */

/** What is shown of a value: its last characters, its first, an address without its user, nothing. */
export type Mask = 'tail' | 'name' | 'email' | 'all';

/** Fields that tell who somebody is; with the name of what holds it where a name alone says too little. */
const PERSONAL: Readonly<Record<Mask, readonly string[]>> = {
  tail: [
    ...['citizenId', 'passportNumber', 'alienId', 'taxId', 'mobile', 'shopMobileNo', 'walletId'],
    ...['thaiTitle', 'engTitle', 'genderCode', 'nationalityCode'],
    ...['accountNo', 'accountNumber', 'account.value', 'proxy.value'],
    ...['payerAccountNumber', 'payerProxyId', 'payeeName', 'payeeAccountNumber'],
    ...['buyerUserId', 'buyerIdentityCode', 'consumerPAN', 'merchantPAN', 'qrData'],
  ],
  name: [
    ...['thaiFirstName', 'thaiLastName', 'engFirstName', 'engLastName'],
    ...['ownerFirstName', 'ownerLastName', 'payerName', 'payerAccountName'],
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

/** Of the customer profile: each part of an address in both languages. */
const ADDRESS_PART = /^(?:thai|eng)address[a-z]+$/;

const MASKS: ReadonlyMap<string, Mask> = new Map([
  ...masked('tail'),
  ...masked('name'),
  ...masked('email'),
  ...masked('all'),
]);

function masked(mask: Mask): (readonly [name: string, mask: Mask])[] {
  return PERSONAL[mask].map((name) => [name.toLowerCase(), mask]);
}

/** How a field is masked, by its name and that of the field that holds it; undefined where it is open. */
export function maskOf(field: string, holder = ''): Mask | undefined {
  const name = field.toLowerCase();
  const known = MASKS.get(name) ?? MASKS.get(`${holder.toLowerCase()}.${name}`);
  return known ?? (ADDRESS_PART.test(name) ? 'all' : undefined);
}

/**
 * Names that smell of a person, an account or a credential. Wider than need be: a field that is
 * masked for nothing costs less than an account number in a file that people send around.
 */
const DELICATE =
  /name$|mobile|phone|email|citizen|passport|alien|taxid|account|address|birth|proxy|wallet|buyer|payer|identity|qrdata|qrraw|pan$|secret|password|passphrase|^pin$|otp|cvv|token$|authcode|authorization/i;

/** Whether a disk may hold a field only masked: what no record names is included. */
export function isDelicate(field: string, holder: string): boolean {
  return DELICATE.test(field) || maskOf(field, holder) !== undefined;
}

/** Header and body fields that open doors, in lower case; `resourceOwnerId` often is the API key. */
export const CREDENTIALS: ReadonlySet<string> = new Set([
  'accesstoken',
  'apikey',
  'apisecret',
  'applicationkey',
  'applicationsecret',
  'authcode',
  'authorization',
  'codechallenge',
  'refreshtoken',
  'resourceownerid',
]);

/** Those that must not be known to anyone; keys and ids may well be part of an answer. */
export const SECRETS: ReadonlySet<string> = new Set(
  [...CREDENTIALS].filter((name) => !/key$|ownerid$|challenge$/.test(name)),
);

/** Spelled in any of the ways of JSON. */
const TOKEN = /^(?:(?:access|refresh|id)[_-]?token|(?:api|application|client)[_-]?secret)$/i;

/** Whether a field of this name holds a token or a secret. */
export function isToken(name: string): boolean {
  return TOKEN.test(name);
}

export function isCredential(name: string): boolean {
  return CREDENTIALS.has(name.toLowerCase()) || isToken(name);
}

/** Whether a log must hide a field: it opens doors, or tells who somebody is. */
export function isHidden(field: string, holder: string): boolean {
  // What direct debit seals, anyone with the bank's public key can open.
  return isCredential(field) || field === 'encryptedValue' || maskOf(field, holder) !== undefined;
}
