import { type Examples, twice } from '../examples.js';

export const examples: Examples<typeof import('./operations.js')> = {
  customer: [
    'payctl --sandbox token login --auth-code $(payctl sandbox consent --raw)',
    ...twice('payctl --sandbox profile customer', '-o json'),
  ],
};
