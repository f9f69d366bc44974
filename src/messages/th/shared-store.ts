import { payctl, phrase } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../shared-store.js';

export const sharedStore: Translation<typeof english.sharedStore> = {
  neverForEmbedded: 'ธนาคารจำลองเก็บทุกอย่างในไฟล์ และไม่ใช้ที่เก็บร่วม',
  filesOnly: 'ไม่ได้ตั้งที่เก็บร่วม ทุกอย่างอยู่ในไฟล์ของเครื่องนี้',
  noneSet: 'ไม่ได้ตั้งที่เก็บร่วม',
  set: phrase`${payctl.ofSettings`config set store postgres://USER@HOST:PORT/DATABASE`} หรือ PAYCTL_STORE`,
  printDeclaresNothing: '--print ไม่เชื่อมต่อที่ใด ส่วน --synchronous ต้องประกาศในที่เก็บร่วม',
  sqlFirst: phrase`ใช้ SQL ก่อน แล้วจึงใช้: ${payctl`store init --synchronous`}`,
  made: (address) => `สร้างสคีมา payctl ใน ${address} แล้ว`,
  upgraded: (address) => `อัปเกรดสคีมา payctl ใน ${address} แล้ว`,
  upToDate: (address) => `สคีมา payctl ใน ${address} เป็นรุ่นล่าสุดแล้ว`,
  stoppedFilling: 'อัปเกรดสคีมาแล้ว แต่การยืนยันเก่าบางรายการยังเรียงตามจำนวนเงินไม่ได้',
  needsNewKey: 'rotate-key ต้องมีกุญแจใหม่ใน PAYCTL_STORE_KEY_NEW',
  keyPrints: phrase`${payctl.withoutProfile`store key`} สร้างกุญแจใหม่`,
  useNewKey:
    'ตั้งกุญแจใหม่เป็น storeKey ในทุกเครื่อง และลบกุญแจเก่าเมื่อ store status ของเครื่องนั้นแจ้งว่าไม่มีรายการรอ',
  awaited: (machines) => `ยังไม่แสดงกุญแจใหม่: ${machines}`,
  notShown: (machines) => `มีเครื่องที่ยังไม่แสดงกุญแจใหม่: ${machines}`,
  hasNotShown: 'ยังไม่แสดงกุญแจใหม่',
  runThere: 'ใช้คำสั่งใดก็ได้ที่ใช้ที่เก็บร่วมบนเครื่องนั้นด้วยกุญแจทั้งสอง แล้วใช้คำสั่งนี้อีกครั้ง หรือใช้ --force',
  differentInStore: (count) => `${count} รายการต่างจากที่อยู่ในที่เก็บร่วม และคงไว้ตามที่เก็บร่วม`,
  differentInFiles: (count) => `${count} รายการต่างจากที่อยู่ในไฟล์ของเครื่องนี้ และคงไว้ตามไฟล์`,
  notBrought: (count) =>
    `อ่าน ${count} รายการไม่ได้ และที่เก็บร่วมไม่มีรายการนั้น: จะไม่มีการตัดเงินจนกว่าจะนำเข้าได้`,
  mend: phrase`กู้คืนไฟล์จากข้อมูลสำรอง หรือเมื่อธนาคารแจ้งแล้วว่ารายการจบอย่างไร ให้ย้ายไฟล์นั้นและไฟล์ชื่อเดียวกันใน claims ออกไป แล้วใช้ ${payctl`store import`}`,
  differs: (why, place) => `${why} (${place})`,
};

export const storeTrust: Translation<typeof english.storeTrust> = {
  noStandby:
    'ไม่มีเครื่องสำรองที่ต้องยืนยันการจอง เพราะ synchronous_standby_names ของเซิร์ฟเวอร์ว่างอยู่ ไม่มีการประกาศใด',
  setStandbys: 'ตั้ง synchronous_standby_names ที่เซิร์ฟเวอร์ แล้วใช้คำสั่งเดิมอีกครั้ง',
  declared: 'ประกาศให้ที่เก็บร่วมเป็นแบบซิงโครนัสแล้ว ต่อจากนี้การจองต้องมีเครื่องสำรอง',
  forgotten: (loss) =>
    `${loss}: การจองอาจหายไป คำสั่งที่ที่เก็บร่วมไม่รู้จักจึงถูกสอบถามกับธนาคารก่อน และจะส่งหลังใช้ store accept-failover เท่านั้น`,
  otherServer: 'มีเซิร์ฟเวอร์อื่นขึ้นแทน มีการกู้คืนข้อมูลสำรอง หรือการจองของเครื่องนี้หายไป',
  claimsMissing: (machine) => `การจองของ ${machine} หายไป`,
  oldPrimary:
    'มีเซิร์ฟเวอร์ใหม่กว่าขึ้นแทนเครื่องนี้ซึ่งเป็นเครื่องหลักเดิม จึงไม่รับการจอง (exit 3) ให้ระบุเครื่องใหม่ หากเครื่องใหม่สูญหายถาวร ให้เลื่อนเครื่องนี้ขึ้นอีกครั้ง (pg_ctl promote) โดย timeline ต้องไม่ต่ำกว่าเดิม',
  left: (machine) =>
    `${machine} นำทุกอย่างออกจากที่เก็บร่วมและอาจส่งคำสั่งจากไฟล์ของตน การจองจึงถูกปฏิเสธ (exit 3) จนกว่าจะใช้ store import ที่เครื่องนั้น หรือ store export ที่เครื่องนี้`,
  alone:
    'ที่เก็บร่วมถูกประกาศเป็นแบบซิงโครนัส แต่ไม่มีเครื่องสำรองที่ต้องยืนยัน การจองจึงถูกปฏิเสธ (exit 9) จนกว่าจะตั้ง synchronous_standby_names อีกครั้ง หรือใช้ store accept-async',
  noFsync: 'ปิด fsync อยู่: เมื่อเซิร์ฟเวอร์ล่มอาจลืมการจอง',
  onStandby: 'การจองมีผลเมื่อเครื่องสำรองได้รับแล้ว การเลื่อนเครื่องสำรองขึ้นแทนจึงไม่ลืมการจองใด',
  undeclared:
    'การจองรอเครื่องสำรอง แต่ไม่มีใครประกาศว่าเป็นเช่นนี้เสมอ การเลื่อนเครื่องสำรองขึ้นแทนต้องใช้ store accept-failover ประกาศได้ด้วย store init --synchronous',
  onDisk:
    'การจองมีผลเมื่อเซิร์ฟเวอร์นี้เขียนลงดิสก์แล้ว การเลื่อนเครื่องสำรองขึ้นแทนอาจลืมการจองล่าสุด และต้องใช้ store accept-failover',
  blind: (consequence) =>
    `${consequence} เซิร์ฟเวอร์ไม่แจ้งหมายเลขระบบและ timeline จึงควรใช้ store accept-failover หลังการเลื่อนเครื่องหรือกู้คืนข้อมูลสำรองเฉพาะเมื่อทราบว่าธนาคารมีรายการใด`,
  isKnown: 'ที่เก็บร่วมรู้จักคำสั่งทุกรายการในช่วงนาทีสุดท้ายก่อนหน้านั้นหรือไม่',
  personAccepts: 'ต้องมีคนยอมรับการขึ้นแทน แต่ไม่มีเทอร์มินัล',
  notAccepted: 'ไม่มีการยอมรับ',
  counts: 'ต่อจากนี้ถือตามเซิร์ฟเวอร์นี้',
  noFailover: 'ไม่มีการขึ้นแทนที่ต้องยอมรับ',
  mayGoAlone: 'ให้จองได้โดยไม่มีเครื่องสำรองหรือไม่',
  personTakesBack: 'ต้องมีคนถอนการประกาศ แต่ไม่มีเทอร์มินัล',
  staysSynchronous: 'ที่เก็บร่วมยังคงประกาศเป็นแบบซิงโครนัส',
  needNoStandby: 'ต่อจากนี้การจองไม่ต้องมีเครื่องสำรอง การเลื่อนเครื่องขึ้นแทนจะต้องใช้ store accept-failover',
  wasNotDeclared: 'ที่เก็บร่วมไม่ได้ประกาศเป็นแบบซิงโครนัส',
};
