import * as z from 'zod/mini';
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
    address: z.nullish(
      z.looseObject(
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
      ),
    ),
  }),
});

/** Who the customer is and where they live: masked. */
export const customerPersonal = [
  ...PERSON.map((name) => `profile.${name}`),
  ...ADDRESS.map((name) => `profile.address.${name}`),
];

const limits = z.nullish(z.looseObject({ minimum: scalar, maximum: scalar, minimumCCIPP: scalar }));
const services = z.nullish(
  z.array(z.looseObject({ ...words('code', 'description', 'status'), transactionLimit: limits })),
);
const links = z.nullish(
  z.looseObject({ type: services, types: services, transactionLimit: limits }),
);

const shopInfo = z.nullish(
  z.looseObject({
    ...words('shopNameTh', 'shopNameEn', 'shopMobileNo', 'shopEmail', 'shopPhoto'),
    ...words('shopTypeCode', 'shopTypeName'),
    channelOnline: z.nullish(
      z.looseObject(words('shopFacebook', 'shopInstagram', 'shopLineId', 'Website', 'website')),
    ),
    address: z.nullish(
      z.looseObject({
        ...words('houseNo', 'moo', 'floor', 'lot', 'village', 'deptName', 'soi', 'road'),
        ...words('subDistrict', 'district', 'province', 'postalCode'),
      }),
    ),
  }),
);

/** "Merchant profile record", with the keys of its table and those of its sample. */
export const MerchantProfile = z.looseObject({
  profile: z.nullish(
    z.looseObject({
      ...words('walletId', 'citizenId', 'ownerFirstName', 'ownerLastName'),
      ...words('merchantCategoryCode', 'merchantCategoryName'),
      ...words('merchantSubCategoryCode', 'merchantSubCategoryName'),
      ...words('merchantEstimatedMonthlySalesCode', 'merchantEstimatedMonthlySales'),
      shopInfo,
    }),
  ),
  paymentService: z.nullish(z.looseObject({ qr: services, QR: services, pml: links, PML: links })),
});

/** Who owns the shop and where to find them: masked. */
export const merchantPersonal = [
  'profile.walletId',
  'profile.citizenId',
  'profile.ownerFirstName',
  'profile.ownerLastName',
  'profile.shopInfo.shopMobileNo',
  'profile.shopInfo.shopEmail',
];
