import { type Language, type Reader, type Say, speaker } from '../core/message.js';

/** Words messages for one reader; other languages than English are loaded when they are spoken. */
export async function speaking(language: Language, reader: Reader): Promise<Say> {
  if (language === 'en') return speaker(reader);
  const { THAI } = await import('./th/catalogue.js');
  return speaker(reader, THAI);
}
