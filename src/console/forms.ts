import type { Text } from '../core/message.js';
import { consoleWords as words } from '../messages/console.js';
import { type Html, html } from '../web/html.js';
import type { Frame } from './frame.js';

/** The one search box of a page. */
export function searchForm(asked: string, isLarge = false): Html {
  return html`<form class="search${isLarge ? ' large' : ''}" action="/search" method="get" role="search">
<input type="search" name="q" aria-label="${words.search}" placeholder="${words.searchHint}" value="${asked}" maxlength="2000" required autocomplete="off" spellcheck="false"${isLarge ? html` autofocus` : undefined}>
<button>${words.search}</button>
</form>`;
}

/** Begins a form that posts. */
export function postForm(
  frame: Pick<Frame, 'token'>,
  path: string,
  content: Html,
  about: Html = html``,
): Html {
  return html`<form method="post" action="${path}"${about}>
<input type="hidden" name="token" value="${frame.token(path)}">
${content}
</form>`;
}

interface FileField {
  name: string;
  label: Text;
  isRequired: boolean;
  accept?: string;
}

const PICTURES = 'image/png,image/jpeg,image/webp,image/gif';

/** A field for a file, and what a script says beside it of one that is over the limit. */
export function fileField({ name, label, isRequired, accept = PICTURES }: FileField): Html {
  return html`<div class="file"><label>${label} <input type="file" name="${name}" accept="${accept}"${isRequired ? html` required` : undefined}></label>
${TOO_LARGE}</div>`;
}

export const TOO_LARGE = html`<p class="note toolarge" role="alert" data-too-large hidden>${words.tooLargeHere}</p>`;

export const WITH_FILES = html` enctype="multipart/form-data"`;

/** Takes what is pasted; without script nobody sees it, and nothing pastes. */
export function pasteForm(frame: Frame, path: string): Html {
  return postForm(
    frame,
    path,
    html`<input type="file" name="file" tabindex="-1" aria-hidden="true">`,
    html`${WITH_FILES} data-paste hidden`,
  );
}
