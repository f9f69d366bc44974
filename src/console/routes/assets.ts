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
    answer: ({ asset }) => ({ text: asset(name), type: ASSETS[name] }),
  }));

function isAsset(name: string): name is Asset {
  return Object.hasOwn(ASSETS, name);
}
