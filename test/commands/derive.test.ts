import { expect, test } from 'vitest';
import { loadFamily } from '../../src/bank/families.js';
import { operationsTable } from '../../src/derive.js';

test('one row for every method and path', async () => {
  expect(operationsTable(await loadFamily('qr'))).toMatchInlineSnapshot(`
    "| method | path | command | client method | effect | shape | in the sandbox |
    |---|---|---|---|---|---|---|
    | POST | \`/v2/payment/qrcode/create\` | \`payctl qr create\` | \`qr.create\` | create | specified | draws a QR 30 and keeps it as a bill; \`sandbox pay\` is the customer |
    | POST | \`/v1/payment/qrcode/create\` | \`payctl qr create --api v1\` | \`qr.createV1\` | create | path only | draws QR 30, card QR or both; \`sandbox pay --by card\` pays by card |
    | GET | \`/v1/payment/qrcode/creditcard/{qrId}\` | \`payctl qr inquire\` | \`qr.inquire\` | read | specified | tells of a card QR once it is fully paid |
    | POST | \`/v1/payment/qrcode/creditcard/{qrId}\` | \`payctl qr inquire --method POST\` | \`qr.inquire\` | read | specified | tells of a card QR once it is fully paid |
    | POST | \`/v1/payment/qrcode/void\` | \`payctl qr void\` | \`qr.void\` | money | path only | takes a card payment back, or ends a QR that nobody has paid |
    "
  `);
});
