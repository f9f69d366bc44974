import type { Catalogue } from '../../core/message.js';
import { common } from './common.js';
import { storeAddress } from './store-address.js';
import { storeClaims } from './store-claims.js';
import { storeConnection } from './store-connection.js';
import { storeDistrust } from './store-distrust.js';
import { storeLogin } from './store-login.js';
import { storeSchema } from './store-schema.js';
import { terminal } from './terminal.js';

/** All that payctl says, in Thai, by area. */
export const THAI: Catalogue = {
  common,
  'store-address': storeAddress,
  'store-claims': storeClaims,
  'store-connection': storeConnection,
  'store-distrust': storeDistrust,
  'store-login': storeLogin,
  'store-schema': storeSchema,
  terminal,
};
