import { FONTS_BESIDE } from '../../web/fonts.js';
import type { Route } from '../console.js';
import { ASSETS, type Asset } from '../layout.js';

/** Needs no more than a cookie; nothing else is read from the disk by its name. */
export const assetRoutes: readonly Route[] = Object.keys(ASSETS)
  .filter(isAsset)
  .map((name) => ({
    method: 'GET',
    path: `/assets/${name}`,
    act: 'enter',
    everywhere: true,
    poll: true,
    answer: ({ asset }) => ({ text: withFonts(name, asset(name)), type: ASSETS[name] }),
  }));

function withFonts(name: Asset, bytes: Uint8Array): Uint8Array {
  return name === 'console.css' ? Buffer.concat([Buffer.from(FONTS_BESIDE), bytes]) : bytes;
}

function isAsset(name: string): name is Asset {
  return Object.hasOwn(ASSETS, name);
}
