import { type Examples, twice } from '../examples.js';

const CREDIT =
  'payctl --sandbox transfer credit initiate --payee-account-no 2220000001 --payee-bank-code 999 --amount 1500.00 --currency THB';
const DEBIT =
  'payctl --sandbox transfer debit initiate --payer-account-no 2220000001 --amount 250.00 --currency THB';

/** Initiates a credit transfer and keeps its tokenizerId, for examples that need one. */
export const TRANSFER_ID = `ID=$(${CREDIT} -o table -q tokenizerId)`;
const TOKENIZER = '--tokenizer-id $ID';

export const examples: Examples<typeof import('./operations.js')> = {
  inquire: [
    TRANSFER_ID,
    'TODAY=$(TZ=Asia/Bangkok date +%F)',
    ...twice(
      `payctl --sandbox transfer inquire ${TOKENIZER} --date-from $TODAY --date-to $TODAY`,
      '-o json',
    ),
  ],
  creditInitiate: [CREDIT, `${CREDIT} --dry-run`],
  creditConfirm: [
    TRANSFER_ID,
    ...twice(`payctl --sandbox transfer credit confirm ${TOKENIZER}`, '--dry-run'),
  ],
  debitInitiate: [DEBIT, `${DEBIT} --dry-run`],
  debitConfirm: [
    `ID=$(${DEBIT} -o table -q tokenizerId)`,
    ...twice(`payctl --sandbox transfer debit confirm ${TOKENIZER}`, '--dry-run'),
  ],
};
