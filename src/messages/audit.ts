import { area } from '../core/message.js';

/** What the commands of the audit say. */
export const auditMessages = area('audit', () => ({
  exportNeeds: 'export needs --since, from when on',
  damagedCharge: (operation: string, reference: string) =>
    `the journal of ${operation} ${reference} cannot be trusted: what can be read of it is exported`,
  damagedLine: (place: string) => `${place} was changed or cut off, and is left out`,
}));
