import { type Language, type Say, speaker, type Voice } from '../core/message.js';

/** Words messages as a door speaks; other languages than English are loaded when they are spoken. */
export async function speaking(language: Language, voice: Omit<Voice, 'catalogue'>): Promise<Say> {
  return language === 'en'
    ? speaker(voice)
    : speaker({ ...voice, catalogue: await import('./th/catalogue.js') });
}
