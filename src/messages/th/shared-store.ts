import type { Translation } from '../../core/message.js';
import type * as english from '../shared-store.js';

export const sharedStore: Translation<typeof english.sharedStore> = {
  neverForEmbedded: 'ธนาคารจำลองเก็บทุกอย่างในไฟล์ และไม่ใช้ที่เก็บร่วม',
  filesOnly: 'ไม่ได้ตั้งที่เก็บร่วม ทุกอย่างอยู่ในไฟล์ของเครื่องนี้',
  noneSet: 'ไม่ได้ตั้งที่เก็บร่วม',
  set: 'payctl config set store postgres://USER@HOST:PORT/DATABASE หรือ PAYCTL_STORE',
  printDeclaresNothing: '--print ไม่เชื่อมต่อที่ใด ส่วน --synchronous ต้องประกาศในที่เก็บร่วม',
  sqlFirst: 'ใช้ SQL ก่อน แล้วจึงใช้: payctl store init --synchronous',
  made: (address) => `สร้างสคีมา payctl ใน ${address} แล้ว`,
  upgraded: (address) => `อัปเกรดสคีมา payctl ใน ${address} แล้ว`,
  upToDate: (address) => `สคีมา payctl ใน ${address} เป็นรุ่นล่าสุดแล้ว`,
  dated: (count) => `ค้นหาการยืนยันจากรุ่นก่อน ${count} รายการตามวันที่ชำระได้แล้ว`,
  stoppedDating: 'อัปเกรดสคีมาแล้ว แต่ยังค้นหาการยืนยันจากรุ่นก่อนตามวันที่ชำระได้ไม่ครบทุกรายการ',
  needsNewKey: 'rotate-key ต้องมีกุญแจใหม่ใน PAYCTL_STORE_KEY_NEW',
  keyPrints: 'payctl store key สร้างกุญแจใหม่',
  useNewKey:
    'ตั้งกุญแจใหม่เป็น storeKey ในทุกเครื่อง และลบกุญแจเก่าเมื่อ store status ของเครื่องนั้นแจ้งว่าไม่มีรายการรอ',
  awaited: (machines) => `ยังไม่แสดงกุญแจใหม่: ${machines}`,
  notShown: (machines) => `มีเครื่องที่ยังไม่แสดงกุญแจใหม่: ${machines}`,
  hasNotShown: 'ยังไม่แสดงกุญแจใหม่',
  runThere: 'ใช้คำสั่งใดก็ได้ที่ใช้ที่เก็บร่วมบนเครื่องนั้นด้วยกุญแจทั้งสอง แล้วใช้คำสั่งนี้อีกครั้ง หรือใช้ --force',
  differentInStore: (count) => `${count} รายการต่างจากที่อยู่ในที่เก็บร่วม และคงไว้ตามที่เก็บร่วม`,
  differentInFiles: (count) => `${count} รายการต่างจากที่อยู่ในไฟล์ของเครื่องนี้ และคงไว้ตามไฟล์`,
  differs: (why, place) => `${why} (${place})`,
};
