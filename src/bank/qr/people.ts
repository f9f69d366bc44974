import { type People, twice } from '../people.js';

const CARD_QR =
  'QR=$(payctl --sandbox qr create --qr-type CS --invoice INV0001 --amount 100.00 -o table -q qrCodeId)';

export const people: People<typeof import('./operations.js')> = {
  create: {
    view: {
      fields: ['success', 'code', 'message', 'url', 'qrRawData', 'expiryDate', 'numberOfTimes'],
    },
    sandbox: 'draws a QR 30 and keeps it as a bill; `sandbox pay` is the customer',
  },
  createV1: {
    view: { fields: ['qrRawData', 'qrcodeId', 'qrCodeId', 'amount', 'csExtExpiryTime'] },
    sandbox: 'draws QR 30, card QR or both; `sandbox pay --by card` pays by card',
  },
  inquire: {
    view: {
      fields: [
        'transactionType',
        'amount',
        'currencyCode',
        'transactionId',
        'transactionDateandTime',
        'channelCode',
        'consumerPAN',
        'authorizeCode',
      ],
    },
    examples: [
      CARD_QR,
      'payctl sandbox pay $QR',
      ...twice('payctl --sandbox qr inquire $QR', '-o json'),
    ],
    sandbox: 'tells of a card QR once it is fully paid',
  },
  void: {
    view: {},
    examples: [
      CARD_QR,
      ...twice(
        'payctl --sandbox qr void --reversal-type CANCELLATION_REQUEST --bp-reference $QR',
        '--dry-run',
      ),
    ],
    sandbox: 'takes a card payment back, or ends a QR that nobody has paid',
  },
};
