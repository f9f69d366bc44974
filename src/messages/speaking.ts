import { type Language, type Reader, type Say, speaker } from '../core/message.js';

/** Words messages for one reader; other languages than English are loaded when they are spoken. */
export async function speaking(language: Language, reader: Reader): Promise<Say> {
  return language === 'en' ? speaker(reader) : speaker(reader, await import('./th/catalogue.js'));
}
