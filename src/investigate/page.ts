import { excerpt, visible } from '../core/text.js';
import { bangkokDateTime } from '../core/time.js';
import type { Style } from '../format/style.js';
import { type Cell, columns, wrap } from '../format/width.js';
import type { Verdict } from './decision.js';
import type { Source } from './evidence.js';
import type { Report } from './report.js';
import type { Contradiction } from './rules.js';

/**
 * An investigation as a person reads it: from what was looked at down to what to do. Sentences are
 * broken within `space` cells; a command stays in one line, so that it can be pasted.
 */
export function pageOf(report: Report, style: Style, space = Number.POSITIVE_INFINITY): string {
  const { recognised, sources, timeline, contradictions, next } = report;
  const inside = space - INDENT.length;
  const sections: [heading: string, lines: string[]][] = [
    ['Recognised as', recognisedLines(recognised, style, inside)],
    [
      'Asked',
      columns(
        sources.map((source) => sourceCells(source, report.id, style)),
        inside,
      ),
    ],
    [
      'Timeline, Bangkok time',
      columns(
        timeline.map(({ at, source, what, amount }) => [
          [bangkokDateTime(at)],
          [source, style.faint],
          [visible(what) + (amount ? `, ${visible(amount)}` : '')],
        ]),
        inside,
      ),
    ],
    [
      'Contradictions',
      columns(
        contradictions.map((one) => contradictionCells(one, style)),
        inside,
      ),
    ],
    ['Verdict', verdictLines(report.verdict, style, inside)],
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

const INDENT = '  ';

function section(heading: string, lines: readonly string[]): string {
  return [heading, ...lines.map((line) => INDENT + line)].map((line) => `${line}\n`).join('');
}

/** Mere possibilities share a line. */
function recognisedLines(recognised: Report['recognised'], style: Style, space: number): string[] {
  const clear = recognised.filter(({ fit }) => fit !== 'possible');
  const possible = recognised.filter(({ fit }) => fit === 'possible').map(({ as }) => as);
  const rows = clear.map(({ as, value, fit, why }): Cell[] => [
    [as],
    [visible(value)],
    [fit],
    [visible(why), style.faint],
  ]);
  const rest = [...new Set(possible)].join(', ');
  const lead = clear.length === 0 ? 'possibly' : 'possible too:';
  return [
    ...columns(rows, space),
    ...(rest ? wrap(`${lead} ${rest}`, space).map((line) => style.faint(line)) : []),
  ];
}

/** The id itself goes without saying. */
function sourceCells({ source, asked, result, says }: Source, id: string, style: Style): Cell[] {
  const paint = { found: style.good, 'not-found': style.faint, 'no-answer': style.bad };
  const tone = result === 'not-asked' ? style.faint : paint[result];
  const question = visible(asked.replace(` ${id}`, ''));
  return [[source], [result.replace('-', ' '), tone], [`${question}: ${visible(says)}`]];
}

function contradictionCells({ severity, message }: Contradiction, style: Style): Cell[] {
  return [[severity, severity === 'conflict' ? style.bad : style.waiting], [visible(message)]];
}

function verdictLines({ class: ended, exit, sentence }: Verdict, style: Style, space: number) {
  // What was refused or given back is found out as well as what was paid.
  const paint =
    ended === 'SUCCESS' ? style.good : SETTLED.includes(ended) ? style.waiting : style.bad;
  const ending =
    ended === 'REJECTED' ? `exit ${exit}: no payment stands` : `${ended}, exit ${exit}`;
  return [...wrap(visible(sentence), space).map((line) => paint(line)), style.faint(ending)];
}

const SETTLED: readonly Verdict['class'][] = ['PENDING', 'REJECTED', 'NOT_FOUND'];
