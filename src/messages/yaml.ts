import { area } from '../core/message.js';

/** What is wrong with a file in YAML, whatever it is about. */
export const yaml = area('yaml', () => ({
  at: (place: string, mistake: string) => `${place}: ${mistake}`,
  twice: (key: string) => `${key} is there twice`,
}));
