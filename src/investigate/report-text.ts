import type { Message, Say } from '../core/message.js';
import { excerpt, visible } from '../core/text.js';
import type { Style } from '../format/style.js';
import { type Cell, columns, wrap } from '../format/width.js';
import { dates } from '../messages/dates.js';
import { inquiries } from '../messages/inquiries.js';
import { reportWords as words } from '../messages/report.js';
import { verdicts } from '../messages/verdicts.js';
import type { EvidenceSource } from './evidence.js';
import type { Verdict } from './judge.js';
import { contradictionsBeside, type Report } from './report.js';
import type { Contradiction } from './rule.js';
import { sourceName } from './statement.js';

/**
 * An investigation as a person reads it: from what became of the payment, and what to do, down to who
 * was asked. Sentences are broken within `space` cells; a command stays in one line, so that it can be pasted.
 */
export function formatReport(
  report: Report,
  say: Say,
  style: Style,
  space = Number.POSITIVE_INFINITY,
): string {
  const { recognised, sources, timeline, next } = report;
  const inside = space - INDENT.length;
  const sections: [heading: Message, lines: string[]][] = [
    [words.verdict, verdictLines(report, say, style, inside)],
    [
      words.contradictions,
      columns(
        contradictionsBeside(report).map((one) => contradictionCells(one, say, style)),
        inside,
      ),
    ],
    [
      words.next,
      next.flatMap(({ command, why }) => [
        `$ ${say(command)}`,
        ...wrap(say(why), inside - INDENT.length).map((line) => style.faint(INDENT + line)),
      ]),
    ],
    [
      words.timeline,
      columns(
        timeline.map(({ at, source, what, amount }) => [
          [say(dates.moment(at))],
          [say(sourceName(source)), style.faint],
          [visible(say(what)) + (amount ? `, ${visible(amount)}` : '')],
        ]),
        inside,
      ),
    ],
    [words.recognised, recognisedLines(recognised, say, style, inside)],
    [
      words.asked,
      columns(
        sources.map((source) => sourceCells(source, say, style)),
        inside,
      ),
    ],
  ];
  const title = say(words.titleOf(excerpt(say(report.title), 64)));
  return [`${style.head(title)}\n`]
    .concat(
      sections
        .filter(([, lines]) => lines.length > 0)
        .map(([heading, lines]) => section(style.head(say(heading)), lines)),
    )
    .join('\n');
}

const INDENT = '  ';

function section(heading: string, lines: readonly string[]): string {
  return [heading, ...lines.map((line) => INDENT + line)].map((line) => `${line}\n`).join('');
}

/** Readings that are only possible share a line. */
function recognisedLines(
  recognised: Report['recognised'],
  say: Say,
  style: Style,
  space: number,
): string[] {
  const clear = recognised.filter(({ fit }) => fit !== 'possible');
  const possible = recognised.filter(({ fit }) => fit === 'possible').map(({ as }) => as);
  const rows = clear.map(({ as, value, fit, why }): Cell[] => [
    [as],
    [visible(value)],
    [say(words[fit])],
    [visible(say(why)), style.faint],
  ]);
  const known = clear.map(({ as }) => as);
  const names = [...new Set(possible)].filter((as) => !known.includes(as));
  const rest = clear.length === 0 ? words.possibly(names) : words.possibleToo(names);
  return [
    ...columns(rows, space),
    ...(names.length > 0 ? wrap(say(rest), space).map((line) => style.faint(line)) : []),
  ];
}

function sourceCells(
  { source, asked, result, says }: EvidenceSource,
  say: Say,
  style: Style,
): Cell[] {
  const paint = { found: style.good, 'not-found': style.faint, 'no-answer': style.bad };
  const tone = result === 'not-asked' ? style.faint : paint[result];
  const answer = visible(say(words.answer(asked, says)));
  return [[say(sourceName(source))], [say(inquiries[result]), tone], [answer]];
}

function contradictionCells({ severity, message }: Contradiction, say: Say, style: Style): Cell[] {
  const tone = severity === 'conflict' ? style.bad : style.waiting;
  return [[say(words[severity]), tone], [visible(say(message))]];
}

function verdictLines({ verdict, headline }: Report, say: Say, style: Style, space: number) {
  const { class: ended, exit, sentence } = verdict;
  // What was refused or refunded is found out as well as what was paid.
  const paint =
    ended === 'SUCCESS' ? style.good : SETTLED.includes(ended) ? style.waiting : style.bad;
  const ending = say(verdicts.exit(headline, exit));
  return [...wrap(visible(say(sentence)), space).map((line) => paint(line)), style.faint(ending)];
}

const SETTLED: readonly Verdict['class'][] = ['PENDING', 'REJECTED', 'NOT_FOUND'];
