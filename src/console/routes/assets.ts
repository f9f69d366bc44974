import type { Route } from '../console.js';

/** Needs no more than a cookie; nothing else is read from the disk by its name. */
export const assetRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/assets/console.css',
    everywhere: true,
    poll: true,
    answer: ({ asset }) => ({ text: asset('console.css'), type: 'text/css; charset=utf-8' }),
  },
  {
    method: 'GET',
    path: '/assets/console.js',
    everywhere: true,
    poll: true,
    answer: ({ asset }) => ({ text: asset('console.js'), type: 'text/javascript; charset=utf-8' }),
  },
];
