import type { Translation } from '../../core/message.js';
import type * as english from '../prompts.js';

export const prompts: Translation<typeof english.prompts> = {
  yesOrNo: (question) => `${question} [y/N]`,
  answerYesOrNo: 'ตอบ y หรือ n',
  line: (question, usual) => (usual === '' ? question : `${question} (${usual})`),
  number: (most) => `ใส่หมายเลข 1 ถึง ${most}:`,
};
