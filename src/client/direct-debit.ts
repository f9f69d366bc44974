import {
  constants,
  createPublicKey,
  type KeyObject,
  publicDecrypt,
  publicEncrypt,
} from 'node:crypto';
import type { Fields, Operation } from '../bank/define.js';
import { withoutUndefined } from '../core/fields.js';
import {
  at,
  fromPlain,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  stringifyJson,
} from '../core/json.js';
import { tryOrUndefined } from '../core/try-or-undefined.js';
import { verdict as says } from '../messages/verdict.js';
import type { DirectDebitKey } from './connection.js';
import type { Answer } from './response.js';

/**
 * Direct debit travels encrypted: RSA PKCS#1 v1.5 in base64, requests with the bank's public key,
 * answers with its private one. The specification has only the paths of these calls ("Endpoints known
 * by path only"); the scheme is from public documents.
 */

/** Bytes of each block that the padding takes. */
const PADDING_BYTES = 11;

/** The bank's public key from PEM; undefined where that is not an RSA key. */
export function directDebitKey(pem: string | Uint8Array): DirectDebitKey | undefined {
  const key = tryOrUndefined(() => createPublicKey({ key: Buffer.from(pem), format: 'pem' }));
  if (key?.asymmetricKeyType !== 'rsa') return undefined;
  return { seal: (text) => encrypt(text, key), open: (sealed) => decrypt(sealed, key) };
}

/**
 * The fields as they travel: the operation's `clearFields` as they are, all others in
 * `encryptedValue`. Fields that the caller has encrypted itself are returned as they are.
 */
export function sealFields(operation: Operation, fields: Fields, key: DirectDebitKey): Fields {
  if (typeof fields.encryptedValue === 'string') return fields;
  const clear = operation.clearFields ?? [];
  const entries = Object.entries(withoutUndefined(fields));
  const inner = fromPlain(Object.fromEntries(entries.filter(([name]) => !clear.includes(name))));
  return {
    ...Object.fromEntries(entries.filter(([name]) => clear.includes(name))),
    encryptedValue: key.seal(stringifyJson(inner)),
  };
}

/**
 * An answer with the decrypted fields in place of `encryptedValue`; invalid where the key does not
 * decrypt it.
 */
export function openAnswer(answer: Answer, key: DirectDebitKey): Answer {
  const data = answer.valid ? answer.data : undefined;
  if (!answer.valid || !isJsonObject(data) || typeof at(data, 'encryptedValue') !== 'string') {
    return answer;
  }
  const opened = openRecord(data, key);
  if (opened !== undefined) return { ...answer, data: opened };
  // A refusal is final by its code alone.
  if (answer.code !== '1000') return answer;
  return { valid: false, why: says.sealed };
}

/**
 * A record of the bank with the decrypted fields in place of `encryptedValue`; undefined where the
 * key does not decrypt it.
 */
export function openRecord(record: JsonObject, key: DirectDebitKey): JsonObject | undefined {
  const { encryptedValue, ...clear } = record;
  if (typeof encryptedValue !== 'string') return undefined;
  const inner = key.open(encryptedValue);
  return isJsonObject(inner) ? { ...clear, ...inner } : undefined;
}

/** A text longer than one block becomes several, one after the other. */
function encrypt(text: string, key: KeyObject): string {
  const blocks = splitBlocks(Buffer.from(text), blockSize(key) - PADDING_BYTES);
  return Buffer.concat(
    blocks.map((block) => publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, block)),
  ).toString('base64');
}

function decrypt(text: string, key: KeyObject): Json | undefined {
  return tryOrUndefined(() => {
    const blocks = splitBlocks(Buffer.from(text, 'base64'), blockSize(key));
    const bytes = Buffer.concat(
      blocks.map((block) => publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, block)),
    );
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  });
}

function blockSize(key: KeyObject): number {
  return (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
}

/** The bytes in blocks of `size`; the last may be shorter. */
export function splitBlocks(bytes: Buffer, size: number): Buffer[] {
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
}
