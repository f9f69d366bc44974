import { type Html, html } from '../../web/page.js';
import {
  type Frame,
  fileField,
  type PageParts,
  postForm,
  searchForm,
  WITH_FILES,
} from '../layout.js';

export function startPage(frame: Frame, notice?: Html, asked = ''): PageParts {
  const { words } = frame;
  const body = html`<h1 class="ask">${words.lead}</h1>
${searchForm(frame, asked, true)}
<p class="help">${words.searchHelp}</p>
${notice}
${slipForm(frame)}`;
  return { title: words.pages.start, path: '/', body, hasSearch: true };
}

function slipForm(frame: Frame): Html {
  const { words } = frame;
  const content = html`<div class="drop" data-drop>
<p class="dropword" aria-hidden="true">${words.slipDrop}</p>
<p class="help">${words.slipHelp}</p>
${fileField(frame, { name: 'file', label: words.slipField, isRequired: true })}
<button class="second">${words.slipButton}</button>
</div>`;
  return html`<section aria-labelledby="slip"><h2 id="slip">${words.slip}</h2>
${postForm(frame, '/slip', content, html`${WITH_FILES} data-paste`)}</section>`;
}
