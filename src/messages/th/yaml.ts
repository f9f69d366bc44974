import type { Translation } from '../../core/message.js';
import type { YamlSentences } from '../yaml.js';

export const yaml: Translation<YamlSentences> = {
  at: (place, mistake) => `${place}: ${mistake}`,
  twice: (key) => `มี ${key} ซ้ำ`,
};
