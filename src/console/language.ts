import type { Language } from '../core/message.js';

const NAME = 'payctl_lang';

const LANGUAGES: readonly Language[] = ['en', 'th'];

/** The language that somebody chose on a page; undefined where nobody has. */
export function languageIn(cookies = ''): Language | undefined {
  const pairs = cookies.split(';').map((pair) => pair.trim());
  return LANGUAGES.find((language) => pairs.includes(`${NAME}=${language}`));
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Remembers the choice. */
export function cookieOf(language: Language): string {
  return `${NAME}=${language}; Max-Age=${YEAR_SECONDS}; HttpOnly`;
}

export function isLanguage(text: string | undefined): text is Language {
  return LANGUAGES.some((language) => language === text);
}
