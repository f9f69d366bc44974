import { pageNames } from '../../messages/console.js';
import { searchWords as words } from '../../messages/console-search.js';
import { type Html, html } from '../../web/html.js';
import { fileField, postForm, searchForm, WITH_FILES } from '../forms.js';
import type { Frame, PageParts } from '../frame.js';
import { expectedFields } from './slip.js';

export function startPage(frame: Frame, notice?: Html, asked = ''): PageParts {
  const body = html`<h1 class="ask">${words.question}</h1>
${searchForm(asked, true)}
<p class="help">${words.help}</p>
${notice}
${slipForm(frame)}`;
  return { title: pageNames.start, path: '/', body, hasSearch: true };
}

function slipForm(frame: Frame): Html {
  const content = html`<div class="drop" data-drop>
<p class="dropword" aria-hidden="true">${words.slipDrop}</p>
<p class="help">${words.slipHelp}</p>
${fileField({ name: 'file', label: words.slipField, isRequired: true })}
<p class="line">${expectedFields()}</p>
<button class="second">${words.slipButton}</button>
</div>`;
  return html`<section aria-labelledby="slip"><h2 id="slip">${words.slip}</h2>
${postForm(frame, '/slip', content, html`${WITH_FILES} data-paste`)}</section>`;
}
