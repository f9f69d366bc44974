import * as z from 'zod/mini';
import { text } from './fields.js';
import { type Operation, operation } from './operation.js';
import {
  CustomerProfile,
  customerPersonal,
  MerchantProfile,
  merchantPersonal,
} from './profile-records.js';

const shared = {
  method: 'GET',
  specified: true,
  effect: 'read',
  owner: 'customer',
  subject: 'user',
} as const;

export const customer = operation({
  ...shared,
  id: 'profile.customer',
  command: ['profile', 'customer'],
  path: '/v2/customers/profile',
  summary: 'Read the profile that the customer consented to share',
  notes: ['Holds only what the customer consented to: log in first (token login).'],
  language: 'EN/TH',
  input: z.looseObject({}),
  data: CustomerProfile,
  personal: customerPersonal,
  example: {},
});

export const merchant = operation({
  ...shared,
  id: 'profile.merchant',
  command: ['profile', 'merchant'],
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
        pattern: [/^[A-Za-z0-9_-]*$/, 'may hold only letters, digits, - and _'],
      }),
      'shopapp',
    ),
  }),
  travels: { merchantApp: 'path' },
  settings: { merchantApp: 'merchantApp' },
  data: MerchantProfile,
  personal: merchantPersonal,
  example: { merchantApp: 'shopapp' },
});

export const operations: readonly Operation[] = [customer, merchant];
