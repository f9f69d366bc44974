import type { Translation } from '../../core/message.js';
import type { RecordListSentences } from '../record-lists.js';

export const recordLists: Translation<RecordListSentences> = {
  limitZero: (flag) => `${flag} เป็น 0 ใช้ 1 ขึ้นไป`,
};
