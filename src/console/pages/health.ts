import { checkNames, checks } from '../../messages/checks.js';
import { pageNames } from '../../messages/console.js';
import { healthWords as words } from '../../messages/console-records.js';
import { labels } from '../../messages/labels.js';
import { type DataRecord, fieldText, getMessage, toDataRecords } from '../../web/data.js';
import { type Html, html } from '../../web/html.js';
import { htmlTable } from '../../web/table.js';
import type { CommandResult } from '../commands.js';
import { labelFor } from '../format.js';
import type { Frame, PageParts } from '../frame.js';
import { badge, failureCard, type Tone, toCommandLine } from '../notices.js';

/** What is wrong stands first. */
const STATUSES = ['failure', 'warning', 'ok'] as const;
type Status = (typeof STATUSES)[number];

const TONES: Readonly<Record<Status, Tone>> = { failure: 'bad', warning: 'wait', ok: 'good' };

interface Finding {
  status: Status;
  record: DataRecord;
}

export function healthPage(frame: Frame, { data, problem }: CommandResult): PageParts {
  const all = toDataRecords(data);
  const rows = STATUSES.flatMap((status) =>
    all
      .filter((record) => fieldText(record, 'status') === status)
      .map((record) => ({ status, record })),
  );
  // That checks failed is not that they could not be made.
  const body = html`<h1>${pageNames.health}</h1><p class="lead">${words.lead}</p>
${rows.length === 0 ? problem && failureCard(frame, problem) : findingTable(frame, rows)}`;
  return { title: pageNames.health, path: '/health', body };
}

function findingTable(frame: Frame, rows: readonly Finding[]): Html {
  return htmlTable({
    label: pageNames.health,
    columns: [
      {
        name: labels.check,
        cell: ({ record }) => labelFor(checkNames, fieldText(record, 'check')),
      },
      { name: labels.state, cell: ({ status }) => badge(checks[status], TONES[status]) },
      {
        name: labels.what,
        look: 'sentence',
        cell: ({ record }) =>
          html`<bdi>${getMessage(record, 'message')}</bdi>${fixLine(frame, record)}`,
      },
    ],
    rows,
    asCards: true,
  });
}

/** A command to paste, or a sentence. */
function fixLine(frame: Frame, finding: DataRecord): Html | undefined {
  const fix = getMessage(finding, 'fix');
  if (fix === undefined || frame.say(fix) === '') return undefined;
  const command = toCommandLine(fix);
  const shown = command ? html`<code>${command}</code>` : html`<bdi>${fix}</bdi>`;
  return html`<br><span class="faint">${words.fix}: </span>${shown}`;
}
