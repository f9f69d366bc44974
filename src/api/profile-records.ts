import * as z from 'zod';
import { scalar, words } from './answers.js';

const PERSON = [
  'citizenID',
  'passportNumber',
  'alienID',
  'thaiFirstName',
  'thaiLastName',
  'thaiTitle',
  'engFirstName',
  'engLastName',
  'engTitle',
  'birthDate',
  'mobile',
  'email',
  'genderCode',
  'nationalityCode',
] as const;

const STREET = [
  'Number',
  'Village',
  'Moo',
  'Trok',
  'Soi',
  'Thanon',
  'District',
  'Amphur',
  'Province',
  'State',
] as const;

const ADDRESS = [
  ...STREET.map((part) => `thaiAddress${part}`),
  ...STREET.map((part) => `engAddress${part}`),
  'zipCode',
  'floorNumber',
  'unitNumber',
];

/** "Customer profile record". */
export const CustomerProfile = z.looseObject({
  profile: z.looseObject({
    ...words(...PERSON, 'cardType', 'countryCode'),
    address: z
      .looseObject(
        words(
          'addressSeqID',
          'usageCode',
          'ownerCode',
          'formatCode',
          'contactIndicator',
          'currentAddressFlag',
          'countryCode',
          ...ADDRESS,
        ),
      )
      .nullish(),
  }),
});

export const customerPersonal = [
  ...PERSON.map((name) => `profile.${name}`),
  ...ADDRESS.map((name) => `profile.address.${name}`),
];

const limits = z.looseObject({ minimum: scalar, maximum: scalar, minimumCCIPP: scalar }).nullish();
const services = z
  .array(z.looseObject({ ...words('code', 'description', 'status'), transactionLimit: limits }))
  .nullish();
const links = z
  .looseObject({ type: services, types: services, transactionLimit: limits })
  .nullish();

const shopInfo = z
  .looseObject({
    ...words('shopNameTh', 'shopNameEn', 'shopMobileNo', 'shopEmail', 'shopPhoto'),
    ...words('shopTypeCode', 'shopTypeName'),
    channelOnline: z
      .looseObject(words('shopFacebook', 'shopInstagram', 'shopLineId', 'Website', 'website'))
      .nullish(),
    address: z
      .looseObject({
        ...words('houseNo', 'moo', 'floor', 'lot', 'village', 'deptName', 'soi', 'road'),
        ...words('subDistrict', 'district', 'province', 'postalCode'),
      })
      .nullish(),
  })
  .nullish();

/** "Merchant profile record", with the keys of its table and those of its sample. */
export const MerchantProfile = z.looseObject({
  profile: z
    .looseObject({
      ...words('walletId', 'citizenId', 'ownerFirstName', 'ownerLastName'),
      ...words('merchantCategoryCode', 'merchantCategoryName'),
      ...words('merchantSubCategoryCode', 'merchantSubCategoryName'),
      ...words('merchantEstimatedMonthlySalesCode', 'merchantEstimatedMonthlySales'),
      shopInfo,
    })
    .nullish(),
  paymentService: z.looseObject({ qr: services, QR: services, pml: links, PML: links }).nullish(),
});

export const merchantPersonal = [
  'profile.walletId',
  'profile.citizenId',
  'profile.ownerFirstName',
  'profile.ownerLastName',
  'profile.shopInfo.shopMobileNo',
  'profile.shopInfo.shopEmail',
];
