import { type People, twice } from '../people.js';

export const people: People<typeof import('./operations.js')> = {
  customer: {
    view: {
      fields: [
        'thaiTitle',
        'thaiFirstName',
        'thaiLastName',
        'engTitle',
        'engFirstName',
        'engLastName',
        'citizenID',
        'passportNumber',
        'alienID',
        'birthDate',
        'mobile',
        'email',
      ],
    },
    examples: [
      'payctl --sandbox token login --auth-code $(payctl sandbox consent --raw)',
      ...twice('payctl --sandbox profile customer', '-o json'),
    ],
    sandbox: 'shows a made-up customer who has consented',
  },
  merchant: {
    view: {
      fields: [
        'walletId',
        'shopNameTh',
        'shopNameEn',
        'code',
        'status',
        'description',
        'transactionLimit',
      ],
    },
    sandbox: 'shows the made-up shop and its limits',
  },
};
