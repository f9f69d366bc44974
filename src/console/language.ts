import type { Language } from '../core/message.js';

const NAMES = ['payctl_lang', '__Host-payctl_lang'] as const;

/** Each by its own name, for who does not read the other one. */
export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'th', name: 'ไทย' },
] as const satisfies readonly { code: Language; name: string }[];

const CODES = LANGUAGES.map(({ code }) => code);

/** The language that somebody chose on a page; undefined where nobody has. */
export function readLanguage(cookies = ''): Language | undefined {
  const pairs = cookies.split(';').map((pair) => pair.trim());
  return CODES.find((language) => NAMES.some((name) => pairs.includes(`${name}=${language}`)));
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** @param base of all pages; without one they are served to a team, over TLS */
export function languageCookie(language: Language, base: string): string {
  const [here, served] = NAMES;
  const [name, secure] = base === '' ? [served, '; Secure'] : [here, ''];
  const about = `Path=${base}/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax`;
  return `${name}=${language}; ${about}${secure}`;
}

export function isLanguage(text: string | undefined): text is Language {
  return CODES.some((language) => language === text);
}
