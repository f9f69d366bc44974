import { nearest } from '../core/text.js';
import { longFlag, type Option, spelling } from '../runtime/parameter.js';

/** Flags that people try first, as other tools have them, and those of payctl in the order of their likelihood. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  '--amount': ['--total-fee', '--transaction-amount', '--bill-payment-amount', '--expect-amount'],
  '--total': ['--amount', '--total-fee', '--transaction-amount'],
  '--ref': ['--ref1', '--bill-reference1', '--out-trade-no', '--reference', '--partner-txn-uid'],
  '--reference': ['--ref', '--ref1', '--bill-reference1', '--out-trade-no'],
  '--order': ['--out-trade-no', '--ref1', '--ref', '--bill-reference1'],
  '--order-id': ['--out-trade-no', '--ref1', '--ref', '--bill-reference1'],
  '--id': ['--out-trade-no', '--ref', '--qr-id'],
  '--date': ['--from', '--from-date', '--since', '--transaction-date'],
  '--from': ['--from-date', '--since'],
  '--start': ['--from', '--from-date', '--since'],
  '--since': ['--from', '--from-date'],
  '--to': ['--to-date', '--until'],
  '--end': ['--to', '--to-date', '--until'],
  '--until': ['--to', '--to-date'],
  '--name': ['--payer'],
  '--customer': ['--payer'],
  '--status': ['--state'],
  '--type': ['--kind', '--tran-type', '--qr-type'],
  '--wallet': ['--tran-type'],
  '--max': ['--limit'],
  '--count': ['--limit'],
  '--per-page': ['--page-size', '--limit'],
  '--page': ['--page-number'],
  '--fields': ['--columns'],
  '--json': ['-o json'],
  '--csv': ['-o csv'],
  '--yaml': ['-o yaml'],
  '--format': ['--output'],
  '--jq': ['--query'],
  '--filter': ['--query'],
  '--template': ['--query'],
  '--language': ['--lang'],
  '--locale': ['--lang'],
  '--thai': ['--lang th'],
  '--debug': ['-vv'],
  '--trace': ['-vv'],
  '--force': ['--yes'],
  '--confirm': ['--yes'],
  '--non-interactive': ['--no-input'],
  '--silent': ['--quiet'],
  '--no-colour': ['--no-color'],
  '--env': ['--profile'],
  '--test': ['--sandbox'],
  '--live': ['--profile NAME'],
  '--dryrun': ['--dry-run'],
  '--file': ['--data @FILE.json'],
  '--picture': ['--save'],
  '--png': ['--save FILE.png'],
};

/** The flag of the command that an unknown one probably means: one for the same thing, or one that is spelled alike. */
export function flagMeant(flag: string, options: readonly Option[]): string | undefined {
  const own = nearest(flag, options.map(longFlag));
  return (
    equivalentFlag(flag, options) ??
    own ??
    equivalentFlag(nearest(flag, Object.keys(MEANT)), options)
  );
}

function equivalentFlag(flag: string | undefined, options: readonly Option[]): string | undefined {
  const known = [...options.flatMap((option) => spelling(option).names), '-vv'];
  return MEANT[flag ?? '']?.find((meant) => known.includes(meant.split(' ')[0] ?? ''));
}
