import { PayctlError } from '../../core/errors.js';
import { fromPlain } from '../../core/json.js';
import type { CodeMeaning } from '../../explain/meanings.js';
import { colourLevel, type Style, styleFor } from '../../format/style.js';
import { command } from '../../runtime/command.js';
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
  run: async (context, { code }) => {
    const knowledge = await import('../../explain/explain.js');
    const entries = knowledge.explain(code);
    if (entries.length === 0) throw unknown(code, await guess(code));
    const { host, globals } = context;
    const style = await styleFor(colourLevel(host.stdout, host.env, globals.color));
    return { data: fromPlain(entries), table: pageOf(entries, style) };
  },
});

function unknown(code: string, meant: string | undefined): PayctlError {
  return new PayctlError('NOT_FOUND', `${JSON.stringify(code)} is not a code that payctl knows`, {
    hint: meant
      ? `did you mean: payctl explain ${meant}`
      : 'give the bank its code and the requestUId of the call; payctl help exit-codes lists ours',
  });
}

/** Only for words: a number that is close to another one means something else. */
async function guess(code: string): Promise<string | undefined> {
  if (!/[A-Za-z]{3}/.test(code)) return undefined;
  const { nearest } = await import('../../core/text.js');
  const { knownWords } = await import('../../explain/explain.js');
  return nearest(code, knownWords());
}

function pageOf(entries: readonly CodeMeaning[], style: Style): string {
  return entries.map((entry) => blockOf(entry, style)).join('\n');
}

function blockOf(entry: CodeMeaning, style: Style): string {
  const { code, name, kind, httpStatus, meaning, fault, fix, source } = entry;
  const place = httpStatus === undefined ? kind : `${kind}, HTTP ${httpStatus}`;
  const lines = [
    `${style.head([code, name].filter(Boolean).join(' '))}  ${style.faint(place)}`,
    `  means   ${meaning}`,
    ...(fault === 'nobody' ? [] : [`  fault   ${FAULTS[fault]}`]),
    `  do      ${fix}`,
    `  source  ${source}`,
  ];
  return lines.map((line) => `${line}\n`).join('');
}

const FAULTS: Readonly<Record<CodeMeaning['fault'], string>> = {
  you: 'yours: the request or the profile',
  bank: "the bank's",
  customer: "the customer's",
  network: "the network's",
  nobody: "nobody's",
  unclear: 'the code alone does not tell',
};
