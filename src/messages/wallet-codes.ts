import { area } from '../core/message.js';

/** The picture of a wallet's QR that the bank draws. */
export const walletCodes = area('walletCodes', () => ({
  imageAt: (link: string) => `The image of the QR: ${link} (--save FILE.png loads it)`,
  imageSavedFrom: (link: string) => `The image of the QR: ${link}`,
  notAnImage: (status: number) =>
    `the link of the QR answered with HTTP status ${status} and no image`,
  notLoaded: (why: string) => `the link of the QR did not load: ${why}`,
  openLink: 'open the link in a browser',
}));
