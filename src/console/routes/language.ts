import type { RequestContext, Route, RouteResult } from '../console.js';
import { isLanguage } from '../language.js';

/** The switch at the head of each page. */
export const languageRoute: Route = {
  method: 'POST',
  path: '/language',
  act: 'enter',
  everywhere: true,
  answer: choose,
};

function choose({ field }: RequestContext): RouteResult {
  const [language, here] = [field('language'), field('here')];
  // A page of this console, never another site.
  const to = /^\/(?![/\\])[!-~]*$/.test(here) ? here : '/';
  return isLanguage(language) ? { to, language } : { to };
}
