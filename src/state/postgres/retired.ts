import { Buffer } from 'node:buffer';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { isJsonObject, type JsonObject, parseJson } from '../../core/json.js';
import { sealLine, unsealLine } from '../../core/sealed-log.js';
import { tryOrUndefined } from '../../core/try-or-undefined.js';
import { damage } from '../../messages/damage.js';
import { isArchived } from '../chain.js';
import type { StoredClaim } from '../claims.js';

/** The first byte of what is left of a claim; another dictionary needs another one. */
const FORMAT = 1;

/**
 * What nearly every charge has in its lines, the most frequent last. By it they become a quarter of their
 * size, because one of these stays for ever of every charge. It never changes: what is there could not be
 * read any more.
 */
const DICTIONARY = Buffer.from(
  '"type":"resolution","settlement","as":"executed","note":"","sudoUser":"","trace":"00-","company":"",' +
    '"contents":["",""],"recovered":true,"executed":"no","code":"4101","hint":"","class":"REJECTED",' +
    '"class":"PARTIAL","data":{"tokenizerId":"","operation":"transfer.credit.confirm","dd.charge",' +
    '"cpm.pay","ewallet.refund","path":"/v1/payment/","profile":"environment","http://127.0.0.1:"' +
    '[{"v":"1","type":"intent","at":"2026-01-01T00:00:00.000Z","by":{"pid":1000,"start":"100000",' +
    '"boot":" pid:[4026531836] time:[4026531834],0,0"},"up":1000000,"user":"payctl","machine":"",' +
    '"operation":"ewallet.pay","reference":"","profile":"shop","baseUrl":"https://api.partners/partners",' +
    '"method":"POST","path":"/v2/payment/ewallets/","amount":"100.00","contents":"","credentials":"",' +
    '"requestUId":"","input":{}},{"v":"1","type":"outcome","at":"2026-","by":{"pid":","outcome":{' +
    '"class":"SUCCESS","executed":"yes","operation":"","request":{"method":"POST","url":"https://",' +
    '"requestUId":""},"http":{"status":200,"ms":100},"state":"SUCCESS","status":{"code":1000,' +
    '"description":"Success"},"message":"the bank confirmed it"}},{"v":"1","type":"archived",' +
    '"at":"2026-","file":"/charges-2026-01.jsonl.gz","attempts":1},"',
);

/** What is left of a claim: the lines that stand for it, as JSON, in the row of the claim. */
export function packRetired(lines: readonly string[]): Uint8Array {
  const text = sealLine(`[${lines.join()}]`, 64).text.trimEnd();
  const packed = deflateRawSync(text, { dictionary: DICTIONARY, windowBits: 12, memLevel: 4 });
  return Buffer.concat([Buffer.of(FORMAT), packed]);
}

/** A claim of which `packRetired` is left; `newest` is the number of the revision that stands for it. */
export function retiredClaim(key: string, newest: number, packed: Uint8Array): StoredClaim {
  const place = `payctl.claim, key ${key}`;
  const lines = unpackRetired(packed);
  const faults = lines ? [] : [{ file: place, line: 1, why: damage.checksum }];
  return { key, newest, revisions: [{ place, lines: lines ?? [], faults, torn: false }] };
}

/** undefined for what `packRetired` did not write. */
function unpackRetired(packed: Uint8Array): JsonObject[] | undefined {
  if (packed[0] !== FORMAT) return undefined;
  const text = tryOrUndefined(() =>
    inflateRawSync(packed.subarray(1), { dictionary: DICTIONARY }).toString(),
  );
  const sealed = text === undefined ? 'no-sum' : unsealLine(text, 64);
  if (typeof sealed === 'string') return undefined;
  const value = parseJson(sealed.json);
  const lines = Array.isArray(value) ? value.filter(isJsonObject) : [];
  return isArchived(lines) ? lines : undefined;
}
