import type { Message } from '../../core/message.js';
import { teamWords as words } from '../../messages/console-team.js';
import { html } from '../../web/html.js';
import { pageText } from '../../web/page.js';
import type { Visit } from '../access.js';
import { postForm } from '../forms.js';
import type { Frame } from '../frame.js';
import { NO_ICON } from '../layout.js';

type Words = Pick<Frame, 'lang' | 'say'>;

/** For whoever is not signed in: nothing on it tells of this machine. */
export function signInPage({ lang, say }: Words, why: Message, link: string): string {
  const body = html`<main><h1>payctl</h1><p role="status">${why}</p><p><a href="${link}">${words.signIn}</a></p></main>`;
  return pageText({ lang, title: 'payctl', head: NO_ICON, body }, say);
}

/** For whoever signed in and has no role. */
export function noRolePage({ lang, say }: Words, { person, token }: Visit): string {
  const leave = postForm({ token }, '/sign-out', html`<button>${words.signOut}</button>`);
  const body = html`<main><h1>payctl</h1><p role="status">${words.noRole}</p><p><bdi>${person.name ?? person.subject}</bdi></p>${leave}</main>`;
  return pageText({ lang, title: 'payctl', head: NO_ICON, body }, say);
}
