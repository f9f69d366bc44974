import { number } from '../../core/json.js';
import { parseAmount } from '../../core/money.js';
import { invalid } from '../server/answers.js';

/** Made-up people and shops, in the shape of the profile endpoints. */
interface Customer {
  /** Hash of the user id: what the token response's `resourceOwnerId` header carries. */
  ownerId: string;
  profile: Readonly<Record<string, unknown>>;
}

export const CUSTOMERS: Readonly<Record<string, Customer>> = {
  mali: {
    ownerId: '6d616c69000000000000000000000000000000000000000000000000000000a1',
    profile: {
      citizenID: '1100000000017',
      passportNumber: '',
      alienID: '',
      thaiTitle: 'นางสาว',
      thaiFirstName: 'มะลิ',
      thaiLastName: 'สุขใส',
      engTitle: 'Miss',
      engFirstName: 'Mali',
      engLastName: 'Suksai',
      birthDate: '1990-05-17',
      mobile: '0800000001',
      email: 'mali@example.com',
      genderCode: 'F',
      nationalityCode: 'TH',
      cardType: 'P1',
      countryCode: '',
      address: {
        addressSeqID: '1',
        usageCode: 'H',
        ownerCode: '1',
        formatCode: '1',
        contactIndicator: 'Y',
        currentAddressFlag: 'Y',
        thaiAddressNumber: '99/1',
        thaiAddressVillage: 'หมู่บ้านตัวอย่าง',
        thaiAddressMoo: '4',
        thaiAddressSoi: 'สุขใจ 7',
        thaiAddressThanon: 'ถนนตัวอย่าง',
        thaiAddressDistrict: 'ตำบลตัวอย่าง',
        thaiAddressAmphur: 'อำเภอตัวอย่าง',
        thaiAddressProvince: 'กรุงเทพมหานคร',
        engAddressNumber: '99/1',
        engAddressVillage: 'Example Village',
        engAddressMoo: '4',
        engAddressSoi: 'Suk Jai 7',
        engAddressThanon: 'Example Road',
        engAddressDistrict: 'Example Subdistrict',
        engAddressAmphur: 'Example District',
        engAddressProvince: 'Bangkok',
        countryCode: 'TH',
        zipCode: '10000',
      },
    },
  },
  wei: {
    ownerId: '77656900000000000000000000000000000000000000000000000000000000b2',
    profile: {
      passportNumber: 'X0000001',
      engTitle: 'Mr',
      engFirstName: 'Wei',
      engLastName: 'Example',
      birthDate: '1985-11-02',
      mobile: '0800000002',
      email: 'wei@example.com',
      genderCode: 'M',
      nationalityCode: 'CN',
      cardType: 'P8',
      countryCode: 'CN',
    },
  },
};

/** Bounds in baht, as the merchant profile shows them and the bank enforces them. */
const LIMITS = {
  T30: { description: 'Thai QR', minimum: '0.01', maximum: '2000000.00' },
  QRCS: { description: 'QR card scheme', minimum: '1.00', maximum: '500000.00' },
  WALLETA: { description: 'Wallet A', minimum: '0.01', maximum: '100000.00' },
  WALLETB: { description: 'Wallet B', minimum: '0.01', maximum: '100000.00' },
} as const;

const LINK_NAMES = {
  PML_T30: 'ACTIVE',
  PML_CCFA: 'ACTIVE',
  PML_CCIPP: 'INACTIVE',
  PML_PGW: 'INACTIVE',
  PML_QRCS: 'ACTIVE',
} as const;

export const MERCHANT_PROFILE = {
  profile: {
    walletId: '300000000000001',
    citizenId: '1100000000017',
    ownerFirstName: 'มะลิ',
    ownerLastName: 'สุขใส',
    merchantCategoryCode: '7011',
    merchantCategoryName: 'ที่พัก',
    merchantSubCategoryCode: '701101',
    merchantSubCategoryName: 'โรงแรมขนาดเล็ก',
    merchantEstimatedMonthlySalesCode: '03',
    merchantEstimatedMonthlySales: '100,000 - 500,000',
    shopInfo: {
      shopNameTh: 'ร้านตัวอย่าง',
      shopNameEn: 'Example Shop',
      shopMobileNo: '0800000001',
      shopEmail: 'shop@example.com',
      shopPhoto: '',
      shopTypeCode: '01',
      shopTypeName: 'มีหน้าร้าน',
      channelOnline: {
        shopFacebook: 'exampleshop',
        shopInstagram: 'exampleshop',
        shopLineId: '@exampleshop',
        website: 'https://shop.example.com',
      },
      address: {
        houseNo: '99/1',
        moo: '4',
        floor: '',
        lot: '',
        village: 'หมู่บ้านตัวอย่าง',
        deptName: '',
        soi: 'สุขใจ 7',
        road: 'ถนนตัวอย่าง',
        subDistrict: 'ตำบลตัวอย่าง',
        district: 'อำเภอตัวอย่าง',
        province: 'กรุงเทพมหานคร',
        postalCode: '10000',
      },
    },
  },
  paymentService: {
    QR: Object.entries(LIMITS).map(([code, { description, minimum, maximum }]) => ({
      code,
      description,
      status: 'ACTIVE',
      transactionLimit: { minimum: number(minimum), maximum: number(maximum) },
    })),
    PML: {
      types: Object.entries(LINK_NAMES).map(([code, status]) => ({
        code,
        description: code,
        status,
      })),
      transactionLimit: {
        minimum: number('20.00'),
        maximum: number('200000.00'),
        minimumCCIPP: number('3000.00'),
      },
    },
  },
};

type Kind = keyof typeof LIMITS;

/** Whether the merchant profile allows this amount for this kind of QR. */
export function isWithinLimits(kind: Kind, amount: bigint): boolean {
  const [minimum, maximum] = [parseAmount(LIMITS[kind].minimum), parseAmount(LIMITS[kind].maximum)];
  return minimum !== undefined && maximum !== undefined && amount >= minimum && amount <= maximum;
}

/** Throws 1102 where it does not. */
export function requireWithinLimits(kind: Kind, amount: bigint, field: string): void {
  if (isWithinLimits(kind, amount)) return;
  const { minimum, maximum } = LIMITS[kind];
  throw invalid(`${field}, the merchant's limits are ${minimum} to ${maximum}`);
}
