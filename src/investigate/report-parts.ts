import { thaiDates } from '../core/time.js';
import type { State } from '../journal/state.js';
import { idOf } from './bundle.js';
import type { Evidence, Source, Statement } from './evidence.js';
import { type Language, PHRASES } from './phrases.js';
import type { Report } from './report.js';
import { WORDS, type Words } from './report-words.js';
import { SAYINGS } from './sayings.js';

/** What the parts of a page about one ticket are made with. */
export interface Parts {
  words: Words;
  /** A moment as its reader writes it. */
  moment(at: number): string;
  /** How a charge of this machine stands. */
  state(state: State): string;
  /** How the bank says that a payment stands. */
  standing(statement: Statement): string;
  /** Who was asked, as a person calls it. */
  inquiry(asked: Pick<Source, 'family' | 'kind'>): string;
  /** A text of ours, without what must not be given away. */
  clean(text: string): string;
  /** What a command says, in the reader's language. */
  say(text: string): string;
}

export function partsOf(
  lang: Language,
  { undone }: Pick<Report, 'undone'>,
  clean: (text: string) => string,
): Parts {
  const words = WORDS[lang];
  const { moment, state } = PHRASES[lang];
  return {
    ...{ words, moment, state, clean },
    // The bank has one word for what it refused and for what was given back.
    standing: ({ standing }) =>
      standing === 'refused' && undone ? words.undone[undone] : words.standings[standing],
    inquiry: ({ family, kind }) => (kind ? words.inquiriesOf[kind] : words.families[family]),
    say(text) {
      const said = SAYINGS.say(text, lang);
      return lang === 'th' ? thaiDates(said) : said;
    },
  };
}

/** The headline of a verdict. */
export function headlineOf(
  { verdict, undone }: Report,
  { verdicts, undone: ended }: Words,
): string {
  return undone ? initial(ended[undone]) : (verdicts[verdict.class] ?? verdicts.other);
}

/** A payload by what it is and the reference in it, which names nobody. */
export function payloadTitle({ decoded, readings }: Evidence, { say }: Parts): string | undefined {
  const [payload] = decoded;
  if (payload === undefined) return undefined;
  const read = readings.find(({ derived }) => !derived);
  return [initial(say(payload.kind)), idOf(read?.value)].filter(Boolean).join(' ');
}

function initial(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
