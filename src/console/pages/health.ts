import { html } from '../../web/page.js';
import type { Ran } from '../commands.js';
import { badge, type Frame, failureOf, type PageParts, sayingOf, tableOf } from '../layout.js';
import { recordsOf, textIn, wordIn } from '../show.js';

export function healthPage(frame: Frame, { data, problem }: Ran): PageParts {
  const { words } = frame;
  const findings = recordsOf(data);
  const rows = findings.map((finding) => {
    const text = (name: string) => textIn(finding, name);
    const status = text('status');
    const mark =
      status === 'failure'
        ? badge(words.statuses.failure, 'bad')
        : status === 'warning'
          ? badge(words.statuses.warning, 'wait')
          : badge(words.statuses.ok, 'good');
    return html`<tr><td>${mark}</td><td>${wordIn(words.checks, text('check'))}</td><td>${sayingOf(frame, text('message'))}${text('fix') === '' ? undefined : html`<br><span class="faint">${words.fix}: </span><code>${text('fix').replaceAll(/\bpayctl(?= )/g, frame.program)}</code>`}</td></tr>
`;
  });
  const head = html`<th scope="col">${words.state}</th><th scope="col">${words.check}</th><th scope="col">${words.what}</th>`;
  const body = html`<h1>${words.pages.health}</h1><p class="lead">${words.healthLead}</p>
${problem && failureOf(frame, problem)}
${rows.length === 0 ? undefined : tableOf(words.pages.health, head, rows)}`;
  return { title: words.pages.health, path: '/health', body };
}
