import { type Examples, twice } from '../examples.js';

const CARD_QR =
  'QR=$(payctl --sandbox qr create --qr-type CS --invoice INV0001 --amount 100.00 -o table -q qrCodeId)';

export const examples: Examples<typeof import('./operations.js')> = {
  inquire: [
    CARD_QR,
    'payctl sandbox pay $QR',
    ...twice('payctl --sandbox qr inquire $QR', '-o json'),
  ],
  void: [
    CARD_QR,
    ...twice(
      'payctl --sandbox qr void --reversal-type CANCELLATION_REQUEST --bp-reference $QR',
      '--dry-run',
    ),
  ],
};
