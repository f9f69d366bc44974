import { type Entry, entries, type Kind, type Row } from './entry.js';

function values(kind: Kind, meanings: Readonly<Record<string, string>>): Entry[] {
  const rows = Object.entries(meanings).map(([code, meaning]): Row => {
    return [code, 0, meaning, 'nobody', 'nothing to do'];
  });
  return entries(kind, 'specification', rows);
}

/** Codes of the customer and merchant profiles, and allowed values that say little by themselves. */
export const profile: readonly Entry[] = [
  ...values('card type', {
    P1: 'the customer is known by citizen ID',
    P7: 'the customer is known by alien ID',
    P8: 'the customer is known by passport; countryCode has a value',
  }),
  ...values('address usage', {
    E: 'address of education',
    F: 'census registration',
    H: 'home',
    I: 'as on the identification card',
    M: 'identification card and census registration',
    N: 'home address in the country of nationality',
    O: 'office',
    R: 'registration',
  }),
  ...values('home ownership', {
    1: 'the customer owns the home',
    2: 'the customer rents the home',
    3: 'the customer lives with others',
    5: 'the customer lives with the family',
  }),
  ...values('address format', {
    1: 'a standard address',
    2: 'a PO box',
    3: 'a building',
  }),
  ...values('contact indicator', {
    Y: 'current, and the customer can be contacted there',
    N: 'not current, but the customer can be contacted there (a postal box, say)',
  }),
  ...values('current address', {
    Y: 'current, and the customer can be contacted there',
    N: 'current, but not preferred for mail',
  }),
  ...values('wallet type', {
    A: 'wallet A',
    W: 'wallet B',
    X: 'wallet A, extended raw-data variant; only ewallet cancel takes it',
  }),
  ...values('QR type', {
    PP: 'QR 30: paid from current or savings accounts',
    CS: 'QR card scheme: paid from credit cards',
    PPCS: 'QR 30 and card scheme in one',
  }),
  ...values('service type', {
    T30: 'Thai QR (QR 30)',
    QRCS: 'QR card scheme',
    PML_T30: 'payment link, paid by Thai QR',
    PML_QRCS: 'payment link, paid by QR card scheme',
    PML_CCIPP: 'payment link, paid by card in installments',
    PML_CCFA: 'payment link; what the letters stand for is not in the specification',
    PML_PGW: 'payment link; what the letters stand for is not in the specification',
  }),
  ...values('currency', { 764: 'Thai baht (THB)' }),
  ...entries('payment event', 'public facts', [
    ['00300100', 0, 'Thai QR tag 30, scanned by the customer', 'nobody', 'nothing to do'],
    ['00300104', 0, 'QR of the customer, scanned by the merchant', 'nobody', 'nothing to do'],
  ]),
];
