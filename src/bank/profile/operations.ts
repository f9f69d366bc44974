import * as z from 'zod/mini';
import { field as says } from '../../messages/bank.js';
import { optionalObject, scalar, words } from '../answers.js';
import { type Operation, operation } from '../define.js';
import { text } from '../fields.js';

const STREET = [
  ...(['Number', 'Village', 'Moo', 'Trok', 'Soi', 'Thanon'] as const),
  ...(['District', 'Amphur', 'Province', 'State'] as const),
];

/** "Customer profile record". */
const customerProfile = z.looseObject({
  profile: z.looseObject({
    ...words('citizenID', 'passportNumber', 'alienID', 'thaiFirstName', 'thaiLastName'),
    ...words('thaiTitle', 'engFirstName', 'engLastName', 'engTitle', 'birthDate', 'mobile'),
    ...words('email', 'genderCode', 'nationalityCode', 'cardType', 'countryCode'),
    address: optionalObject({
      ...words('addressSeqID', 'usageCode', 'ownerCode', 'formatCode', 'contactIndicator'),
      ...words('currentAddressFlag', 'countryCode'),
      ...words(...STREET.map((name) => `thaiAddress${name}` as const)),
      ...words(...STREET.map((name) => `engAddress${name}` as const)),
      ...words('zipCode', 'floorNumber', 'unitNumber'),
    }),
  }),
});

const limits = optionalObject({ minimum: scalar, maximum: scalar, minimumCCIPP: scalar });
const services = z.nullish(
  z.array(z.looseObject({ ...words('code', 'description', 'status'), transactionLimit: limits })),
);
const links = optionalObject({ type: services, types: services, transactionLimit: limits });

const shopInfo = optionalObject({
  ...words('shopNameTh', 'shopNameEn', 'shopMobileNo', 'shopEmail', 'shopPhoto'),
  ...words('shopTypeCode', 'shopTypeName'),
  channelOnline: optionalObject(
    words('shopFacebook', 'shopInstagram', 'shopLineId', 'Website', 'website'),
  ),
  address: optionalObject({
    ...words('houseNo', 'moo', 'floor', 'lot', 'village', 'deptName', 'soi', 'road'),
    ...words('subDistrict', 'district', 'province', 'postalCode'),
  }),
});

/** "Merchant profile record", with the keys of its table and those of its sample. */
const merchantProfile = z.looseObject({
  profile: optionalObject({
    ...words('walletId', 'citizenId', 'ownerFirstName', 'ownerLastName'),
    ...words('merchantCategoryCode', 'merchantCategoryName'),
    ...words('merchantSubCategoryCode', 'merchantSubCategoryName'),
    ...words('merchantEstimatedMonthlySalesCode', 'merchantEstimatedMonthlySales'),
    shopInfo,
  }),
  paymentService: optionalObject({ qr: services, QR: services, pml: links, PML: links }),
});

const shared = {
  method: 'GET',
  specified: true,
  effect: 'read',
  owner: 'customer',
  subject: 'user',
} as const;

/** "GET /v2/customers/profile". */
export const customer = operation({
  ...shared,
  id: 'profile.customer',
  role: 'profile',
  payment: 'other',
  path: '/v2/customers/profile',
  summary: 'Read the profile that the customer consented to share',
  notes: ['Holds only what the customer consented to: log in first (token login).'],
  language: 'EN/TH',
  input: z.looseObject({}),
  data: customerProfile,
  example: {},
  view: {
    fields: [
      'thaiTitle',
      'thaiFirstName',
      'thaiLastName',
      'engTitle',
      'engFirstName',
      'engLastName',
      'citizenID',
      'passportNumber',
      'alienID',
      'birthDate',
      'mobile',
      'email',
    ],
  },
  sandbox: 'shows a made-up customer who has consented',
});

/** "GET /v1/shopapp/merchant/profile", with the name of the application in place of shopapp. */
export const merchant = operation({
  ...shared,
  id: 'profile.merchant',
  anyOwner: true,
  detailedStatus: true,
  role: 'profile',
  payment: 'other',
  path: '/v1/{merchantApp}/merchant/profile',
  summary: 'Read the profile, QR types and limits of a merchant',
  notes: [
    'Answers in Thai only. merchantApp is the name of the merchant application, shopapp unless given.',
  ],
  language: 'th',
  contentType: true,
  input: z.looseObject({
    merchantApp: z._default(
      text('path segment of the merchant application', {
        pattern: [/^[A-Za-z0-9_-]*$/, says.lettersDigitsDashes],
      }),
      'shopapp',
    ),
  }),
  travels: { merchantApp: 'path' },
  settings: { merchantApp: 'merchantApp' },
  data: merchantProfile,
  example: { merchantApp: 'shopapp' },
  view: {
    fields: [
      'walletId',
      'shopNameTh',
      'shopNameEn',
      'code',
      'status',
      'description',
      'transactionLimit',
    ],
  },
  sandbox: 'shows the made-up shop and its limits',
});

/** In the order of the specification. */
export const operations: readonly Operation[] = [customer, merchant];
