import type { Translation } from '../../core/message.js';
import type * as english from '../record-lists.js';

export const recordLists: Translation<typeof english.recordLists> = {
  limitZero: (flag) => `${flag} เป็น 0 ใช้ 1 ขึ้นไป`,
};
