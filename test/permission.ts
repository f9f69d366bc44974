import { ChargePermission, ClaimPermission } from '../src/state/permission.js';

/** Of machines that never had a shared store. */
export const MAY_CLAIM = ClaimPermission.ofEmbeddedBank();
export const MAY_CHARGE = ChargePermission.of(
  MAY_CLAIM,
  { environment: 'test', readOnly: false },
  false,
);
