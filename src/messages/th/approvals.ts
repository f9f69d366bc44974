import { payctl, phrase } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../approvals.js';

export const approvals: Translation<typeof english.approvalMessages> = {
  unknown: (id) => `ไม่มีข้อเสนอ ${id}`,
  changed: (id, why) => `สิ่งที่บันทึกไว้ในข้อเสนอ ${id} ถูกแก้ไข (${why}) จึงไม่ได้ส่งอะไร`,
  notOurs: 'ไม่ใช่บรรทัดของข้อเสนอ',
  verify: payctl`journal verify`,
  proposedOtherwise: (charge, id) => `มีข้อเสนอ ${charge} ที่เนื้อหาต่างกันอยู่แล้ว (${id}) จึงไม่ได้บันทึกอะไร`,
  chargedAlready: (charge, since, user) =>
    `${charge} ส่งไปแล้ว (${since}${user && ` โดย ${user}`}) จึงไม่ได้เสนออะไร`,
  chargedWithout: (charge, since, user) =>
    `${charge} ส่งไปแล้วโดยไม่ผ่านข้อเสนอนี้ (${since}${user && ` โดย ${user}`}) จึงไม่ได้ส่งอะไร`,
  ownProposal: (id) => `ข้อเสนอ ${id} เป็นของคุณเอง หรือทำด้วยบัญชีเดียวกันในเครื่องนี้ จึงไม่ได้ส่งอะไร`,
  anotherPerson: {
    terminal: (withdraw) => `ต้องให้คนอื่นอนุมัติ ด้วยบัญชีอื่นหรือจากเครื่องอื่น ถ้าต้องการถอนข้อเสนอ: ${withdraw}`,
    page: () => 'ต้องให้คนอื่นอนุมัติ ส่วนคุณถอนข้อเสนอได้',
  },
  erased: (id) => `สิ่งที่ข้อเสนอ ${id} จะส่งถูกลบแล้ว จึงไม่ได้ส่งอะไร`,
  proposeAnew: {
    terminal: 'เสนอใหม่ด้วยคำสั่งเดิม พร้อม --propose --note',
    page: 'เสนอใหม่ได้',
  },
  expired: (id, at) => `ข้อเสนอ ${id} หมดอายุเมื่อ ${at} จึงไม่ได้ส่งอะไร`,
  refused: (id, by, at) => `${by} ไม่อนุมัติข้อเสนอ ${id} เมื่อ ${at} จึงไม่ได้ส่งอะไร`,
  released: (id, by, at) => `${by} อนุมัติข้อเสนอ ${id} ไปแล้วเมื่อ ${at}`,
  needsNote: '--propose ต้องมี --note เพราะผู้อนุมัติต้องรู้เหตุผล',
  expiresProposal: '--expires ใช้กับ --propose เท่านั้น',
  expiresAtOnce: '--expires ต้องยาวกว่าศูนย์',
  proposed: {
    terminal: (command) => `ยังไม่ได้ส่งอะไร คนที่สองอนุมัติด้วย: ${command}`,
    page: () => 'ยังไม่ได้ส่งอะไร ต้องให้คนที่สองอนุมัติ',
  },
  refusalNeedsNote: {
    terminal: 'ใส่ --note เพราะผู้เสนอต้องรู้เหตุผล',
    page: 'เขียนเหตุผล เพื่อให้ผู้เสนออ่าน',
  },
  otherBank: (id, bank) =>
    `ข้อเสนอ ${id} เป็นของธนาคารที่ ${bank} แต่โปรไฟล์นี้ติดต่ออีกธนาคารหนึ่ง จึงไม่ได้ส่งอะไร`,
  otherPrincipal: (id, profile) =>
    `ข้อเสนอ ${id} ทำไว้ในนามของแอปพลิเคชันอื่น (โปรไฟล์ ${profile}) จึงไม่ได้ส่งอะไร`,
  otherContents: (id) => `ข้อเสนอ ${id} จะไม่ส่งสิ่งที่ตั้งใจไว้ จึงไม่ได้ส่งอะไร`,
  otherEnvironment: (id, before, now) =>
    `ข้อเสนอ ${id} ทำไว้สำหรับ ${before} แต่โปรไฟล์นี้เป็น ${now} จึงไม่ได้ส่งอะไร`,
  invalidNow: (id) => `ธนาคารไม่รับข้อเสนอ ${id} แล้ว จึงไม่ได้ส่งอะไร`,
  sentByRecovery: (charge, id, ended) =>
    `${charge} ได้รับอนุมัติแล้วแต่ยังไม่เคยส่ง จึงส่งตามข้อเสนอ ${id} ในครั้งนี้ (${ended})`,
  stillUnsent: (charge, id, why) => `${charge} ได้รับอนุมัติตามข้อเสนอ ${id} แต่ยังไม่ได้ส่ง: ${why}`,
  releasedInStore: (charge, id) =>
    phrase`${charge} ได้รับอนุมัติตามข้อเสนอ ${id} ในที่เก็บร่วมที่เครื่องนี้ออกมาแล้ว เครื่องอื่นอาจเป็นผู้ส่ง หากจะส่งจากเครื่องนี้ ใช้ ${payctl`approvals release ${id}`}`,
  endNotWritten: (id, why) => `บันทึกผลของข้อเสนอ ${id} ไม่ได้ แต่มีผลอยู่ในสมุดรายการ: ${why}`,
};
