import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';

/** What commands say that draw, save and read codes. */
export const qr = area('qr', () => ({
  notSaved: (why: string) => `the bank has created it, but its picture was not saved: ${why}`,
  saveLater: phrase`to save it from the result above: ${payctl.withoutProfile`qr render PAYLOAD --save FILE.png`}`,
  notDrawn: (why: string, hint: string | undefined) =>
    `the QR was not drawn: ${why}${hint === undefined ? '' : ` (${hint})`}`,
  larger: (pixels: number) => `the picture is ${pixels} pixels wide; a smaller one would not scan`,
  saved: (file: string) => `saved ${file}`,
  size: ({ least, most, given }: { least: number; most: number; given: string }) =>
    `--size must be a number of pixels from ${least} to ${most}, not ${given}`,

  codeAt: (place: string) => `code at ${place}`,
  nothingToFix: 'nothing to fix',
  notPayment: (place: string) => `the code at ${place} is not a payment code, slip or bill barcode`,
  everyRule: {
    terminal: phrase`to list every broken rule: ${payctl.withoutProfile`qr lint SOURCE`}`,
    page: '',
    code: 'lint(payload) of payctl/qr lists every broken rule',
  },

  onlyOfV1: (type: string) => `--api v2 supports only --qr-type PP, not ${type}`,
  leaveApiOut: 'leave out --api',
  leaveV1Out: 'leave out --api v1',
  addV1: 'add --api v1 or --qr-type CS',
  foreignFlag: (flag: string, path: string) => `${flag} is not a field of ${path}`,
  otherPayload: (differences: readonly string[]) =>
    `the QR does not match the request: ${differences.join('; ')}`,
  difference: ({ field, found, wanted }: Difference) => `${field} is ${found}, requested ${wanted}`,
  absent: 'absent',
  none: 'none',
  doNotShow: phrase`do not show this QR to a customer; to inspect it: ${payctl.withoutProfile`qr decode PAYLOAD`}`,
}));

interface Difference {
  field: string;
  found: string;
  wanted: string;
}
