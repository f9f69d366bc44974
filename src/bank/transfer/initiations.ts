const INITIATIONS: readonly string[] = ['transfer.creditInitiate', 'transfer.debitInitiate'];

/** Whether a line of the journal is about an initiation: it moves nothing, and has a record of its own. */
export function isInitiation(operation: string): boolean {
  return INITIATIONS.includes(operation);
}
