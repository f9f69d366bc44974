/**
 * Bank codes of the national clearing system, as slips and account proxies carry them. The list
 * is open: three digits that are not here are a bank that has no name here, never an error.
 */
const BANKS: Readonly<Record<string, string>> = {
  '001': 'Bank of Thailand',
  '002': 'Bangkok Bank',
  '004': 'Kasikornbank',
  '005': 'Royal Bank of Scotland',
  '006': 'Krungthai Bank',
  '008': 'JPMorgan Chase',
  '010': 'MUFG Bank',
  '011': 'TMBThanachart Bank',
  '014': 'Siam Commercial Bank',
  '017': 'Citibank',
  '018': 'Sumitomo Mitsui Banking',
  '020': 'Standard Chartered (Thai)',
  '022': 'CIMB Thai',
  '024': 'UOB (Thai)',
  '025': 'Bank of Ayudhya',
  '026': 'Mega ICBC',
  '027': 'Bank of America',
  '028': 'Credit Agricole CIB',
  '030': 'Government Savings Bank',
  '031': 'HSBC',
  '032': 'Deutsche Bank',
  '033': 'Government Housing Bank',
  '034': 'Bank for Agriculture and Agricultural Cooperatives',
  '035': 'EXIM Thailand',
  '039': 'Mizuho Bank',
  '045': 'BNP Paribas',
  '065': 'Thanachart Bank',
  '066': 'Islamic Bank of Thailand',
  '067': 'TISCO Bank',
  '069': 'Kiatnakin Phatra Bank',
  '070': 'ICBC (Thai)',
  '071': 'Thai Credit Bank',
  '073': 'Land and Houses Bank',
  '076': 'TMBThanachart Bank',
  '098': 'SME Development Bank',
};

/** The name of a bank by its three digits; undefined for a code that has no name here. */
export function bankName(code: string): string | undefined {
  return Object.hasOwn(BANKS, code) ? BANKS[code] : undefined;
}
