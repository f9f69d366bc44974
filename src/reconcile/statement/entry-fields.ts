/** Fields of an entry that a mapping may name as its reference, by the names of ISO 20022. */
export const ENTRY_FIELDS = [
  'EndToEndId',
  'TxId',
  'InstrId',
  'AcctSvcrRef',
  'CdtrRef',
  'text',
] as const;
export type EntryField = (typeof ENTRY_FIELDS)[number];
