import { bangkokDateTime } from '../api/time.js';
import type { Style } from '../output/style.js';
import { pad, width } from '../output/width.js';
import { excerpt, visible } from '../text.js';
import type { Source } from './evidence.js';
import type { Report } from './report.js';
import type { Contradiction } from './rule.js';
import type { Verdict } from './verdict.js';

type Cell = [text: string, paint?: (text: string) => string];

/** An investigation as a person reads it: from what was looked at down to what to do. */
export function pageOf(report: Report, style: Style): string {
  const { recognised, sources, timeline, contradictions, next } = report;
  const sections: [heading: string, lines: string[]][] = [
    ['Recognised as', recognisedLines(recognised, style)],
    ['Asked', columns(sources.map((source) => sourceCells(source, report.id, style)))],
    [
      'Timeline, Bangkok time',
      columns(
        timeline.map(({ at, source, what, amount }) => [
          [bangkokDateTime(at)],
          [source, style.faint],
          [visible(what) + (amount ? `, ${visible(amount)}` : '')],
        ]),
      ),
    ],
    ['Contradictions', contradictions.map((one) => contradictionLine(one, style))],
    ['Verdict', [verdictLine(report.verdict, style)]],
    ['Next', next.flatMap(({ command, why }) => [`$ ${command}`, style.faint(`  ${why}`)])],
  ];
  return [`${style.head(`Investigation of ${excerpt(report.title, 64)}`)}\n`]
    .concat(
      sections
        .filter(([, lines]) => lines.length > 0)
        .map(([heading, lines]) => section(style.head(heading), lines)),
    )
    .join('\n');
}

function section(heading: string, lines: readonly string[]): string {
  return [heading, ...lines.map((line) => `  ${line}`)].map((line) => `${line}\n`).join('');
}

/** Mere possibilities share a line. */
function recognisedLines(recognised: Report['recognised'], style: Style): string[] {
  const clear = recognised.filter(({ fit }) => fit !== 'possible');
  const possible = recognised.filter(({ fit }) => fit === 'possible').map(({ as }) => as);
  const rows = clear.map(({ as, value, fit, why }): Cell[] => [
    [as],
    [visible(value)],
    [fit],
    [visible(why), style.faint],
  ]);
  const rest = [...new Set(possible)].join(', ');
  return [...columns(rows), ...(rest ? [style.faint(`possible too: ${rest}`)] : [])];
}

/** The id itself goes without saying. */
function sourceCells({ source, asked, result, says }: Source, id: string, style: Style): Cell[] {
  const paint = { found: style.good, 'not-found': style.faint, 'no-answer': style.bad };
  const tone = result === 'not-asked' ? style.faint : paint[result];
  const question = visible(asked.replace(` ${id}`, ''));
  return [[source], [question], [result.replace('-', ' '), tone], [visible(says)]];
}

function contradictionLine({ severity, message }: Contradiction, style: Style): string {
  const paint = severity === 'conflict' ? style.bad : style.waiting;
  return `${paint(severity)}  ${visible(message)}`;
}

function verdictLine({ class: ended, exit, sentence }: Verdict, style: Style): string {
  const paint = ended === 'SUCCESS' ? style.good : ended === 'PENDING' ? style.waiting : style.bad;
  return `${paint(visible(sentence))}  ${style.faint(`${ended}, exit ${exit}`)}`;
}

/** Lines of equal columns; the last one is as long as it is. */
function columns(rows: readonly Cell[][]): string[] {
  const last = Math.max(0, ...rows.map((row) => row.length)) - 1;
  const cells = Array.from({ length: last }, (_, index) =>
    Math.max(0, ...rows.map((row) => width(row[index]?.[0] ?? ''))),
  );
  return rows.map((row) =>
    row
      .map(([text, paint = plain], index) => paint(pad(text, cells[index] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

function plain(text: string): string {
  return text;
}
