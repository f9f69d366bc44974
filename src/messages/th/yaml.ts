import type { Translation } from '../../core/message.js';
import type * as english from '../yaml.js';

export const yaml: Translation<typeof english.yaml> = {
  at: (place, mistake) => `${place}: ${mistake}`,
  twice: (key) => `มี ${key} ซ้ำ`,
};
