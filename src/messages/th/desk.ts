import type { Translation } from '../../core/message.js';
import type * as english from '../desk.js';

export const desk: Translation<typeof english.deskMessages> = {
  another: 'ไม่ใช่ที่เก็บข้อเสนอและบันทึกของ payctl',
  noSqlite: (machine) =>
    `ข้อเสนอและบันทึกในไฟล์ต้องใช้ SQLite (libsql) ซึ่งยังไม่ได้ติดตั้ง หรือไม่มีรุ่นสำหรับ ${machine}`,
  damaged: (subject) => `ข้อมูลที่บันทึกไว้ของ ${subject} เสียหาย: เหตุการณ์ล่าสุดไม่ตรงกับที่จดไว้ จึงไม่ได้เขียนอะไร`,
  newestDiffers: 'เหตุการณ์ล่าสุดไม่ตรงกับที่จดไว้',
  otherWait: 'เวลาที่จดไว้ว่ารอถึงเมื่อไร ไม่ตรงกับที่เหตุการณ์ล่าสุดบอก',
  stopped: 'หยุดก่อนที่จะเขียนอะไร',
  otherEvents: 'ที่นั่นมีเหตุการณ์อื่น',
};
