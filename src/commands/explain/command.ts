import { PayctlError } from '../../core/errors.js';
import { type Message, toData } from '../../core/message.js';
import type { CodeMeaning } from '../../explain/meanings.js';
import { type Cell, columns, width } from '../../format/width.js';
import { codeKinds, explaining as words } from '../../messages/explaining.js';
import { command, type Screen } from '../../runtime/command.js';
import { argument } from '../../runtime/parameter.js';

export const explain = command({
  words: ['explain'],
  step: 'harmless',
  summary: 'what a code or a state means, whose fault it is and what to do',
  notes: [
    'Business codes, transfer and direct debit codes, states, exit codes and their classes, codes of the customer profile, HTTP statuses. One code may mean several things: 401/9500 asks for the one that comes with HTTP 401.',
  ],
  parameters: { code: argument('code', 'e.g. 9500, 401/9500, USERPAYING, 10 or OUTCOME_UNKNOWN') },
  examples: ['payctl explain 9500', 'payctl explain OUTCOME_UNKNOWN -o json'],
  dryRun: 'harmless',
  run: async (_, { code }) => {
    const knowledge = await import('../../explain/explain.js');
    const entries = knowledge.explain(code);
    if (entries.length === 0) throw unknownError(code, await guess(code));
    return { data: toData(entries), table: (screen) => formatMeanings(entries, screen) };
  },
});

function unknownError(code: string, meant: string | undefined): PayctlError {
  return new PayctlError('NOT_FOUND', words.unknown(JSON.stringify(code)), {
    hint: meant ? words.didYouMean(meant) : words.askBank,
  });
}

/** Only for words: a number close to another one has another meaning. */
async function guess(code: string): Promise<string | undefined> {
  if (!/[A-Za-z]{3}/.test(code)) return undefined;
  const { nearest } = await import('../../core/text.js');
  const { knownWords } = await import('../../explain/explain.js');
  return nearest(code, knownWords());
}

function formatMeanings(entries: readonly CodeMeaning[], screen: Screen): string {
  return entries.map((entry) => formatMeaning(entry, screen)).join('\n');
}

const LABELS = [words.means, words.fault, words.remedy, words.source];

const INDENT = '  ';

function formatMeaning(entry: CodeMeaning, { say, style, space }: Screen): string {
  const { code, name, kind, httpStatus, meaning, fault, fix, source } = entry;
  const what = codeKinds[kind];
  const place = httpStatus === undefined ? what : words.withStatus(what, httpStatus);
  const facts: readonly (readonly [label: Message, text: Message])[] = [
    [words.means, meaning],
    ...(fault === 'nobody' ? [] : [[words.fault, words[fault]] as const]),
    [words.remedy, fix],
    [words.source, words[source]],
  ];
  const widest = Math.max(...LABELS.map((label) => width(say(label))));
  const rows = facts.map(([label, text]): Cell[] => [[say(label)], [say(text)]]);
  const lines = columns(rows, space - INDENT.length, [widest]).map((line) => `${INDENT}${line}\n`);
  const head = style.head([code, name].filter(Boolean).join(' '));
  return `${head}  ${style.faint(say(place))}\n${lines.join('')}`;
}
