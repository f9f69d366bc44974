import { reference as says } from '../../messages/reference.js';
import { byPartnerTransactionId } from '../bill/references.js';
import type { Reference } from '../reference.js';

/** Biller id and the partner's own characters; not in the specification. */
export const partnerTransactionIdReference: Reference = {
  field: 'partnerTransactionId',
  payment: 'cpm',
  order: 6,
  shape: /^[A-Za-z0-9]{16,35}$/,
  signs: [[(id, { billerId }) => !!billerId && id.startsWith(billerId), says.ofBiller]],
  fallback: says.lettersWithin(16, 35),
  needs: ['date'],
  ask: byPartnerTransactionId,
  refund: (id) => ({ command: ['cpm', 'refund'], values: { partnerTransactionId: id } }),
};

/** What names a consumer-presented payment. */
export const references = [partnerTransactionIdReference];
