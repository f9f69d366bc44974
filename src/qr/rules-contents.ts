import type { Message } from '../core/message.js';
import { payload as says } from '../messages/payload.js';
import { tags } from '../messages/tags.js';
import {
  dialectFor,
  fieldAt,
  isSlip,
  isThaiTemplate,
  type PayloadKind,
  type PayloadReading,
  valueAt,
} from './reading.js';
import {
  absent,
  breaksOff,
  emptyOrAbsent,
  error,
  isStaticCode,
  isThai,
  type LintRule,
  missingAt,
  type PayloadPlace,
  payees,
  placeInPayload,
  referencePaths,
  thaiTemplate,
  warning,
  wrongValueAt,
} from './rules.js';
import { AID, isCardTag, isStatic } from './tags.js';
import { tagSatang } from './tlv.js';

/** What a payment code must and should hold. */
const OF_PAYMENTS: readonly LintRule[] = [
  error('format-first', says.beginWithFormat, (reading) =>
    reading.fields[0]?.tag === '00'
      ? []
      : [placeInPayload({ path: '00', offset: 0 }, says.formatNotFirst)],
  ),
  error('format-version', says.beginWithFormat, (reading) =>
    wrongValueAt(reading, '00', (value) => value !== '01', says.notFormat),
  ),
  error('initiation-unknown', says.staticOrDynamic, (reading) =>
    wrongValueAt(reading, '01', (value) => isStatic(value) === undefined, says.notInitiation),
  ),
  error('account-missing', says.addTemplate, (reading) =>
    reading.fields.some(({ tag }) => tag >= '02' && tag <= '51') || breaksOff(reading, '')
      ? []
      : [missingAt(reading, '', says.noPayee)],
  ),
  error('currency-missing', says.addCurrency, (reading) =>
    emptyOrAbsent(reading, '53', tags.currency),
  ),
  error('country-missing', says.addCountry, (reading) =>
    emptyOrAbsent(reading, '58', tags.country),
  ),
  error('payee-missing', says.addPayee, (reading) => {
    // A one-time code replaces the payee.
    const named = payees(reading).some(({ value }) => value !== '');
    if (!thaiTemplate(reading, '29') || named || valueAt(reading, '29.05')) return [];
    if (breaksOff(reading, '29.01')) return [];
    return [missingAt(reading, '29', says.namesNoPayee)];
  }),
  error('one-time-code-missing', says.addOneTimeCode, (reading) =>
    valueAt(reading, '29.00') === AID.TRANSFER_ONE_TIME
      ? emptyOrAbsent(reading, '29.05', tags.oneTimeCode)
      : [],
  ),
  error('biller-id-missing', says.addBillerId, (reading) =>
    thaiTemplate(reading, '30') ? emptyOrAbsent(reading, '30.01', tags.billerId) : [],
  ),
  error('reference-1-missing', says.addReference1, (reading) =>
    thaiTemplate(reading, '30') ? emptyOrAbsent(reading, '30.02', tags.reference1) : [],
  ),
  error('amount-decimals', says.twoDecimals, (reading) =>
    wrongValueAt(reading, '54', (value) => /^[0-9]*\.[0-9]{3,}$/.test(value), says.moreDecimals),
  ),
  warning('amount-zero', says.leaveAmountOut, (reading) =>
    wrongValueAt(reading, '54', (value) => tagSatang(value) === 0n, says.isZero),
  ),
  warning('application-missing', says.addApplication, (reading) =>
    reading.fields
      .filter(({ tag, parts }) => tag >= '26' && tag <= '51' && !parts.some((p) => p.tag === '00'))
      .map((template) => placeInPayload(template, says.noApplication(template.path)))
      .filter(({ path }) => !breaksOff(reading, `${path}.00`)),
  ),
  warning('application-unknown', says.checkApplication, (reading) =>
    ['29', '30', '31'].flatMap((tag) => {
      const field = fieldAt(reading, `${tag}.00`);
      if (!field || isThaiTemplate(fieldAt(reading, tag)) || breaksOff(reading, field.path))
        return [];
      return [placeInPayload(field, says.foreignApplication(tag))];
    }),
  ),
  warning('static-with-amount', says.writeDynamic, (reading) =>
    isStaticCode(reading) === true && valueAt(reading, '54')
      ? wrongValueAt(reading, '01', () => true, says.staticWithAmount)
      : [],
  ),
  warning('dynamic-without-amount', says.writeStatic, (reading) =>
    isStaticCode(reading) === false && emptyOrAbsent(reading, '54', tags.amount).length > 0
      ? wrongValueAt(reading, '01', () => true, says.dynamicWithoutAmount)
      : [],
  ),
  warning('initiation-missing', says.addInitiation, (reading) =>
    absent(reading, '01', tags.initiation),
  ),
  warning('category-missing', says.addCategory, (reading) =>
    absent(reading, '52', tags.merchantCategory),
  ),
  warning('name-missing', says.addName, (reading) => absent(reading, '59', tags.merchantName)),
  warning('city-missing', says.addCity, (reading) => absent(reading, '60', tags.merchantCity)),
  warning('reference-lower-case', says.upperCaseReferences, (reading) =>
    referencePaths(reading).flatMap((path) =>
      wrongValueAt(reading, path, (value) => /[a-z]/.test(value), says.lowerCase),
    ),
  ),
  warning('reference-3-form', says.lettersAndDigits, (reading) =>
    thaiTemplate(reading, '30')
      ? wrongValueAt(
          reading,
          '62.07',
          (value) => !/^[A-Za-z0-9]{1,20}$/.test(value),
          says.refusedBySome,
        )
      : [],
  ),
  warning('mobile-prefix', says.writeMobile, (reading) =>
    thaiTemplate(reading, '29')
      ? wrongValueAt(reading, '29.01', (value) => !value.startsWith('0066'), says.notMobile)
      : [],
  ),
  warning('payees-several', says.onePayee, (reading) =>
    payees(reading)
      .slice(1)
      .map((payee) => placeInPayload(payee, says.secondPayee)),
  ),
  warning('currency-foreign', says.writeBaht, (reading) =>
    isThai(reading) ? wrongValueAt(reading, '53', (value) => value !== '764', says.notBaht) : [],
  ),
  warning('country-foreign', says.writeThailand, (reading) =>
    isThai(reading) ? wrongValueAt(reading, '58', (value) => value !== 'TH', says.notThailand) : [],
  ),
  warning('fee-missing', says.addFee, (reading) => {
    const tip = valueAt(reading, '55');
    if (tip === '02') return absent(reading, '56', tags.fixedFeeOf55);
    return tip === '03' ? absent(reading, '57', tags.percentageFeeOf55) : [];
  }),
  warning('card-characters', says.checkMerchantNumber, (reading) =>
    reading.fields
      .filter(({ tag, value }) => isCardTag(tag) && !/^[0-9]*$/.test(value))
      .map((card) => placeInPayload(card, says.cardDigits)),
  ),
  warning('language-incomplete', says.completeLanguage, (reading) =>
    fieldAt(reading, '64')
      ? [
          ...absent(reading, '64.00', tags.language),
          ...absent(reading, '64.01', tags.nameInLanguage),
        ]
      : [],
  ),
];

/** What a slip's mini QR and a bill barcode must hold. */
const OF_SLIPS_AND_BARCODES: readonly LintRule[] = [
  required('slip-bank-missing', 'slip', '00.01', tags.sendingBank),
  required('slip-reference-missing', 'slip', '00.02', tags.transactionReference),
  required('slip-reference-missing', 'wallet-slip', '00.03', tags.transactionReference),
  warning('slip-api-unknown', says.isItASlip, (reading) =>
    reading.kind === 'slip' && valueAt(reading, '00.00') !== '000001'
      ? [placeAt(reading, '00.00', says.otherApi)]
      : [],
  ),
  warning('slip-country', says.writeCountryOfSlip, (reading) =>
    reading.kind === 'slip' && valueAt(reading, '51') !== 'TH'
      ? [placeAt(reading, '51', says.otherCountry)]
      : [],
  ),
  warning('slip-crc-tag', says.checksumIn91, (reading) =>
    isSlip(reading.kind) && fieldAt(reading, '63') && !fieldAt(reading, '91')
      ? [placeAt(reading, '63', says.slipChecksum)]
      : [],
  ),
  required('barcode-reference-missing', 'bill-barcode', 'ref1', tags.reference1),
  required('barcode-amount-missing', 'bill-barcode', 'amount', tags.amountOrOpen),
];

/** What each kind of payload must and should hold. */
export const CONTENT_RULES: readonly LintRule[] = [
  ...OF_PAYMENTS.map((rule) => ({
    ...rule,
    find: (reading: PayloadReading) => (isPayment(reading) ? rule.find(reading) : []),
  })),
  ...OF_SLIPS_AND_BARCODES,
];

function isPayment({ kind, fields }: PayloadReading): boolean {
  if (kind === 'unknown') return fields[0]?.tag === '00';
  return dialectFor(kind) === 'payment' && kind !== 'bill-barcode';
}

function required(code: string, kind: PayloadKind, path: string, part: Message): LintRule {
  return error(code, says.add(part), (reading) =>
    reading.kind === kind && !isStated(reading, path)
      ? [placeAt(reading, path, says.missing(part))]
      : [],
  );
}

/** Only the amount of a barcode may be empty: the payer decides. */
function isStated(reading: PayloadReading, path: string): boolean {
  return path === 'amount' ? fieldAt(reading, path) !== undefined : Boolean(valueAt(reading, path));
}

function placeAt(reading: PayloadReading, path: string, message: Message): PayloadPlace {
  return placeInPayload(fieldAt(reading, path) ?? { path, offset: 0 }, message);
}
