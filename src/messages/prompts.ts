import { area } from '../core/message.js';

/** Questions that are asked by plain lines. */
export const prompts = area('prompts', () => ({
  yesOrNo: (question: string) => `${question} [y/N]`,
  answerYesOrNo: 'Answer y or n.',
  line: (question: string, usual: string) => (usual === '' ? question : `${question} (${usual})`),
  number: (most: number) => `Number, 1 to ${most}:`,
}));
