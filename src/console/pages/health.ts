import type { JsonObject } from '../../core/json.js';
import { type Html, html } from '../../web/page.js';
import type { Ran } from '../commands.js';
import {
  badge,
  type Frame,
  failureOf,
  type PageParts,
  sayingOf,
  type Tone,
  tableOf,
} from '../layout.js';
import { recordsOf, textIn, wordIn } from '../show.js';

/** What is wrong stands first. */
const STATUSES = ['failure', 'warning', 'ok'] as const;
const TONES: Readonly<Record<(typeof STATUSES)[number], Tone>> = {
  failure: 'bad',
  warning: 'wait',
  ok: 'good',
};

export function healthPage(frame: Frame, { data, problem }: Ran): PageParts {
  const { words } = frame;
  const findings = recordsOf(data);
  const rows = STATUSES.flatMap((status) =>
    findings
      .filter((finding) => textIn(finding, 'status') === status)
      .map(
        (
          finding,
        ) => html`<tr><td>${badge(words.statuses[status], TONES[status])}</td><td>${wordIn(words.checks, textIn(finding, 'check'))}</td><td>${sayingOf(frame, textIn(finding, 'message'))}${fixOf(frame, finding)}</td></tr>
`,
      ),
  );
  const head = html`<th scope="col">${words.state}</th><th scope="col">${words.check}</th><th scope="col">${words.what}</th>`;
  // That checks failed is not that they could not be made.
  const body = html`<h1>${words.pages.health}</h1><p class="lead">${words.healthLead}</p>
${rows.length === 0 ? problem && failureOf(frame, problem) : tableOf(words.pages.health, head, rows)}`;
  return { title: words.pages.health, path: '/health', body };
}

/** A command to paste, or a sentence. */
function fixOf(frame: Frame, finding: JsonObject): Html | undefined {
  const fix = textIn(finding, 'fix').replaceAll(/\bpayctl(?= )/g, frame.program);
  if (fix === '') return undefined;
  const isCommand = /^(?:payctl|export|unset) /.test(fix);
  const shown = isCommand ? html`<code>${fix}</code>` : sayingOf(frame, fix);
  return html`<br><span class="faint">${frame.words.fix}: </span>${shown}`;
}
