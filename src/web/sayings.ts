export type Language = 'en' | 'th';

/** A sentence of a command, and how a page says it to people who type no commands. */
export interface Saying {
  /** As the command prints it; `{1}` stands for any text, `{1~}` for one that is a saying itself. */
  said: string;
  /** Absent: a page says the same. */
  en?: string;
  th: string;
}

interface Pattern extends Saying {
  form: RegExp;
  /** Which of its places hold sayings. */
  nested: ReadonlySet<string>;
}

/** A longer text holds words of another side, and none of ours is so long. */
const LONGEST = 2_000;
/** A saying within a saying, and one more. Words of another side could go on for ever. */
const DEEPEST = 3;

/**
 * What commands say, for pages. Commands speak English, about flags and files; a page speaks the
 * language of its reader, about what is on it.
 */
export class Sayings {
  readonly #plain = new Map<string, Saying>();
  readonly #patterns: Pattern[] = [];

  /** @param list of two that fit, the one that stands first is said */
  constructor(list: readonly Saying[]) {
    for (const saying of list) {
      if (saying.said.includes('{')) this.#patterns.push(patternOf(saying));
      else if (!this.#plain.has(saying.said)) this.#plain.set(saying.said, saying);
    }
  }

  /** undefined for what no saying fits; empty for what a page need not say. */
  find(text: string, lang: Language): string | undefined {
    return text.length > LONGEST ? undefined : this.#find(text, lang, 0);
  }

  #find(text: string, lang: Language, depth: number): string | undefined {
    if (depth > DEEPEST) return undefined;
    const plain = this.#plain.get(text);
    if (plain !== undefined) return inLanguage(plain, lang);
    for (const pattern of this.#patterns) {
      const found = pattern.form.exec(text);
      if (found) return this.#filled(pattern, found.groups ?? {}, lang, depth);
    }
    const parts = text.split('; ');
    if (parts.length < 2) return undefined;
    const said = parts.map((part) => this.#find(part, lang, depth + 1));
    return said.every((part) => part !== undefined) ? said.filter(Boolean).join('; ') : undefined;
  }

  /** As `find`; what no saying fits stays as it is. */
  say(text: string, lang: Language): string {
    return this.find(text, lang) ?? text;
  }

  #filled(
    pattern: Pattern,
    values: Readonly<Record<string, string>>,
    lang: Language,
    depth: number,
  ): string {
    return inLanguage(pattern, lang).replace(/\{(\d)\}/g, (_, place: string) => {
      const value = values[`p${place}`] ?? '';
      return pattern.nested.has(place) ? (this.#find(value, lang, depth + 1) ?? value) : value;
    });
  }
}

function inLanguage({ said, en, th }: Saying, lang: Language): string {
  return lang === 'th' ? th : (en ?? said.replaceAll('~}', '}'));
}

function patternOf(saying: Saying): Pattern {
  const nested = new Set<string>();
  const form = saying.said
    .replace(/[.*+?^$|()[\]\\]/g, '\\$&')
    .replace(/\{(\d)(~?)\}/g, (_, place: string, again: string) => {
      if (again !== '') nested.add(place);
      return `(?<p${place}>.*?)`;
    });
  return { ...saying, form: new RegExp(`^${form}$`, 's'), nested };
}
