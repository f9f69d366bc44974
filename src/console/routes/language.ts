import type { Answer, RequestContext, Route } from '../console.js';
import { cookieOf, isLanguage } from '../language.js';

/** The switch at the head of each page. */
export const languageRoute: Route = {
  method: 'POST',
  path: '/language',
  everywhere: true,
  answer: choose,
};

function choose({ form }: RequestContext): Answer {
  const [language, here = '/'] = [form.fields.get('language'), form.fields.get('here')];
  // A page of this console, never another site.
  const to = /^\/(?![/\\])[!-~]*$/.test(here) ? here : '/';
  return isLanguage(language) ? { to, cookie: cookieOf(language) } : { to };
}
