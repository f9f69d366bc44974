/** What somebody typed into the search box. */
export type Query =
  | { kind: 'amount'; amount: string }
  | { kind: 'name'; payer: string }
  | { kind: 'reference'; id: string };

const AMOUNT =
  /^(?:฿|THB|บาท)?\s*((?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,6})(?:\.[0-9]{1,2})?|[0-9]{1,12}\.[0-9]{1,2})\s*(?:฿|THB|baht|บาท)?$/i;
const NAME = /^[\p{L}\p{M}][\p{L}\p{M} .'’-]*$/u;

const FILE = /\.(?:png|jpe?g|webp|gif|heic|pdf|txt|csv|jsonl?)$/i;

/** References have digits; names have none, and amounts nothing else. */
export function readQuery(text: string): Query {
  const typed = text.trim();
  const amount = AMOUNT.exec(typed)?.[1];
  if (amount !== undefined) return { kind: 'amount', amount: amount.replaceAll(',', '') };
  if (NAME.test(typed) && !FILE.test(typed)) return { kind: 'name', payer: typed };
  return { kind: 'reference', id: typed };
}

/** Whether somebody may have meant a reference all the same. */
export function mayBeReference({ kind }: Query, text: string): boolean {
  return kind !== 'reference' && /^[\x21-\x7e]+$/.test(text.trim());
}
