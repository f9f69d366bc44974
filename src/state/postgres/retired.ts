import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { isJsonObject, type JsonObject } from '../../core/json.js';
import { sealLine, unsealedExactly } from '../../core/sealed-log.js';
import { tryOrUndefined } from '../../core/try-or-undefined.js';
import { damage } from '../../messages/damage.js';
import { isArchived } from '../chain.js';
import type { StoredClaim } from '../claims.js';

/**
 * What nearly all that is packed has in common, so that it need not say it: half of what is left of a claim.
 * Never change it: what was packed with it could not be unpacked.
 */
const COMMON = Buffer.from(
  '"sudoUser":""}},{"v":"1","type":"resolution","at":"2026-"settlement""executed":"no","http":{"status":400,"ms":' +
    '"class":"REJECTED""PARTIAL""state":"REFUNDED""CLOSED""PAID","description":"operation":",dd.charge,qr.void,' +
    'cpm.pay,transfer.confirm,ewallet.refund,""path":"/v1/payment/ewallets/refund","amount":"100.00"' +
    '[{"v":"1","type":"intent","at":"2026-01-01T00:00:00.000Z","by":{"pid":1000,"start":"812345",' +
    '"boot":" pid:[4026531836] time:[4026531834],0,0"},"up":1000000,"machine":"","user":"root","operation":",ewallet.pay,",' +
    '"reference":"","company":"00100","profile":"environment","baseUrl":"https://","method":"POST",' +
    '"path":"/v1/payment/ewallets/pay","amount":"","contents":"","credentials":"","requestUId":"","input":{}},' +
    '{"v":"1","type":"outcome","at":"2026-01-01T00:00:00.000Z","by":{"pid":1000,"start":"","boot":"},"up":,"machine":"",' +
    '"user":"","outcome":{"class":"SUCCESS","executed":"yes","operation":",ewallet.pay,","request":{"method":"POST",' +
    '"url":"https://","requestUId":""},"http":{"status":200,"ms":100},"state":"SUCCESS","status":{"code":1000,' +
    '"description":"Success"},"message":"the bank confirmed it"}},{"v":"1","type":"archived","at":"2026-01-01T00:00:00.000Z",' +
    '"by":{"pid":1000,"start":"","boot":""},"up":,"user":"root","machine":"","file":"/charges-2026-01.jsonl.gz","attempts":1},"',
);

/** For little text: most of the time and memory that is usual would go into what it never fills. */
const SMALL = { level: 1, windowBits: 12, memLevel: 4, chunkSize: 1024, dictionary: COMMON };

/** What is left of a claim, `Retirement.remains`, in the row of the claim. It stays for ever, so it is packed. */
export function packRetired(remains: string): Uint8Array {
  return deflateRawSync(sealLine(remains, 64).text.trimEnd(), SMALL);
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
  const text = tryOrUndefined(() => inflateRawSync(packed, { dictionary: COMMON }).toString());
  const value = text === undefined ? undefined : unsealedExactly(text);
  const lines = Array.isArray(value) ? value.filter(isJsonObject) : [];
  return isArchived(lines) ? lines : undefined;
}
