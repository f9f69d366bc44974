import { type People, twice, type View } from '../people.js';

const CREDIT =
  'payctl --sandbox transfer credit initiate --payee-account-no 2220000001 --payee-bank-code 999 --amount 1500.00 --currency THB';
const DEBIT =
  'payctl --sandbox transfer debit initiate --payer-account-no 2220000001 --amount 250.00 --currency THB';

/** Initiates a credit transfer and keeps its tokenizerId, for examples that stand on one. */
export const TRANSFER_ID = `ID=$(${CREDIT} -o table -q tokenizerId)`;
const TOKENIZER = '--tokenizer-id $ID';

/** How a transfer is shown, whichever call tells of it. */
export const transfer: View = {
  fields: [
    'status',
    'debitStatus',
    'code',
    'description',
    'tokenizerId',
    'tranAmount',
    'confirmAmount',
    'channelDateTime',
  ],
};

const codes = ['business code', 'transfer code'] as const;

export const people: People<typeof import('./operations.js')> = {
  inquire: {
    view: transfer,
    codes,
    examples: [
      TRANSFER_ID,
      'TODAY=$(TZ=Asia/Bangkok date +%F)',
      ...twice(
        `payctl --sandbox transfer inquire ${TOKENIZER} --date-from $TODAY --date-to $TODAY`,
        '-o json',
      ),
    ],
    sandbox: 'tells how the transfer stands',
  },
  creditInitiate: {
    view: transfer,
    codes,
    examples: [CREDIT, `${CREDIT} --dry-run`],
    sandbox: 'checks accounts, currency and limit; moves nothing',
  },
  creditConfirm: {
    view: transfer,
    codes,
    examples: [
      TRANSFER_ID,
      ...twice(`payctl --sandbox transfer credit confirm ${TOKENIZER}`, '--dry-run'),
    ],
    sandbox: 'moves the money once, or ends as `sandbox transfer` plans',
  },
  debitInitiate: {
    view: transfer,
    codes,
    examples: [DEBIT, `${DEBIT} --dry-run`],
    sandbox: 'checks accounts, currency and limit; moves nothing',
  },
  debitConfirm: {
    view: transfer,
    codes,
    examples: [
      `ID=$(${DEBIT} -o table -q tokenizerId)`,
      ...twice(`payctl --sandbox transfer debit confirm ${TOKENIZER}`, '--dry-run'),
    ],
    sandbox: 'debits in full or in part, or ends as `sandbox transfer` plans',
  },
};
