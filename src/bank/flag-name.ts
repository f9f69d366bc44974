/** `outTradeNo` → `--out-trade-no`, `payer.taxId` → `--payer-tax-id`, `partnerTransactionID` → `--partner-transaction-id`. */
export function flagName(field: string): string {
  const kebab = field
    .replaceAll('.', '-')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2');
  return `--${kebab.toLowerCase()}`;
}
