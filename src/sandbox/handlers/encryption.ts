import type { KeyObject } from 'node:crypto';
import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  privateDecrypt,
  privateEncrypt,
} from 'node:crypto';
import type { Fields } from '../../bank/define.js';
import { splitBlocks } from '../../client/direct-debit.js';
import { isJsonObject, type JsonObject, parseJson } from '../../core/json.js';
import type { Sqlite } from '../../host/sqlite.js';
import { readMeta, writeMeta } from '../ledger/meta.js';
import { invalid } from '../server/answers.js';

const KEY = 'directDebitKey';
const BITS = 2048;
const BLOCK = BITS / 8;
/** PKCS#1 v1.5 takes eleven bytes of each block. */
const ROOM = BLOCK - 11;

/** The bank's public key in PEM: partners encrypt with it, and decrypt the answers with it too. */
export function directDebitPublicKey(store: Sqlite): string {
  return createPublicKey(privateKey(store)).export({ type: 'spki', format: 'pem' }).toString();
}

/** The fields of a direct debit call, decrypted block by block if they came encrypted. */
export function decryptFields(store: Sqlite, fields: JsonObject): JsonObject {
  const { encryptedValue, ...clear } = fields;
  if (typeof encryptedValue !== 'string') return fields;
  const key = createPrivateKey(privateKey(store));
  try {
    const blocks = splitBlocks(Buffer.from(encryptedValue, 'base64'), BLOCK);
    const text = Buffer.concat(blocks.map((block) => decryptBlock(key, block))).toString();
    const inner = parseJson(text);
    return { ...clear, ...(isJsonObject(inner) ? inner : {}) };
  } catch {
    throw invalid('encryptedValue');
  }
}

/** Encrypts with the private key, which proves that the bank wrote it. */
export function encrypt(store: Sqlite, data: Fields): string {
  const key = createPrivateKey(privateKey(store));
  const blocks = splitBlocks(Buffer.from(JSON.stringify(data)), ROOM);
  return Buffer.concat(blocks.map((block) => privateEncrypt(key, block))).toString('base64');
}

/** Node 20 refuses PKCS#1 v1.5 for private keys (a timing attack that a sandbox need not fear), so it is done by hand. */
function decryptBlock(key: KeyObject, block: Buffer): Buffer {
  const padded = privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, block);
  const end = padded.indexOf(0, 2);
  if (padded[0] !== 0 || padded[1] !== 2 || end < 10) throw new RangeError('wrong padding');
  return padded.subarray(end + 1);
}

/** Created on first use and stored with the state. */
function privateKey(store: Sqlite): string {
  const stored = readMeta(store, KEY);
  if (stored !== undefined) return stored;
  const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: BITS });
  const pem = key.export({ type: 'pkcs8', format: 'pem' }).toString();
  writeMeta(store, KEY, pem);
  return pem;
}
