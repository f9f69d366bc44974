import type { Message } from '../core/message.js';
import { dates } from '../messages/dates.js';
import { labels } from '../messages/labels.js';
import { reportWords as words } from '../messages/report.js';
import { type Html, html } from '../web/html.js';
import type { Evidence, Payload } from './evidence.js';
import { plainAmount, plainId } from './redaction.js';
import type { TicketWording } from './report-wording.js';

/** The slip among what was decoded; undefined where there is none. */
export function slipAmong({ decoded }: Pick<Evidence, 'decoded'>): Payload | undefined {
  return decoded.find(({ kind }) => kind === 'slip' || kind === 'wallet-slip');
}

/**
 * The slip as it may be shown: drawn anew with what the bank says of it, and bars where names and
 * accounts stand. Nobody can tell where a picture has them, so none of it is copied.
 */
export function slipSection(evidence: Evidence, parts: TicketWording): Html | undefined {
  const { say } = parts;
  const slip = slipAmong(evidence);
  if (slip === undefined) return undefined;
  const record = evidence.statements.find(({ kind }) => kind === 'slip');
  const read = evidence.readings.find(({ derived }) => !derived);
  const rows: [name: Message, value: string | undefined][] = [
    [words.sendingBank, plainId(slip.sendingBank)],
    [labels.reference, plainId(read?.value)],
    [labels.time, record?.paidAt === undefined ? undefined : say(dates.moment(record.paidAt))],
    [labels.amount, plainAmount(record?.amount)],
    [words.from, undefined],
    [words.to, undefined],
  ];
  const lines = rows.map(([name, value], index) => {
    const y = 34 + index * 24;
    const right = value
      ? html`<text x="306" y="${y}" text-anchor="end">${value}</text>`
      : html`<rect x="166" y="${y - 12}" width="140" height="15" fill="var(--bar)"/>`;
    return html`<text x="14" y="${y}">${say(name)}</text>${right}
`;
  });
  return html`<figure class="slip"><svg viewBox="0 0 320 ${24 + rows.length * 24}" role="img" aria-label="${say(words.slip)}">
<rect x="1" y="1" width="318" height="${22 + rows.length * 24}" rx="8" fill="none" stroke="var(--line)" stroke-width="2"/>
${lines}</svg><figcaption class="faint">${say(words.slip)}</figcaption></figure>
`;
}
