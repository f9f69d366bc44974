import type { Translation } from '../../core/message.js';
import type * as english from '../console-approvals.js';

export const approvalWords: Translation<typeof english.approvalWords> = {
  lead: 'รายการที่มีผู้เสนอและรอผู้อนุมัติอีกคน ยังไม่มีการส่งคำสั่งใด',
  leadAll: 'รายการที่มีผู้เสนอ และผลของแต่ละรายการ',
  none: 'ไม่มีรายการที่รออนุมัติ',
  noneAtAll: 'ยังไม่มีรายการที่เสนอ',
  all: 'แสดงทั้งหมด',
  onlyOpen: 'เฉพาะที่รออยู่',
  waiting: (count) => `มีข้อเสนอ ${count} รายการรออนุมัติหรือปฏิเสธ`,
  proposer: 'ผู้เสนอ',
  releasedBy: 'ผู้อนุมัติ',
  reason: 'เหตุผล',
  expires: 'หมดอายุ',
  input: 'ข้อมูลที่จะส่งทั้งหมด',
  release: 'อนุมัติ',
  releaseLead: 'เงินจะเคลื่อนทันที ตรงตามที่แสดงไว้ที่นี่',
  goOn: 'ตรวจสอบผลของรายการ',
  refuse: 'ปฏิเสธ',
  refuseWhy: 'เหตุผลที่ปฏิเสธ',
  withdraw: 'ถอนข้อเสนอ',
  withdrawWhy: 'เหตุผลที่ถอน',
  notYours: 'คุณถอนได้เฉพาะข้อเสนอของตัวเอง',
  released: 'อนุมัติแล้ว และทำรายการสำเร็จ',
  notCarriedOut: 'อนุมัติแล้ว แต่ไม่มีการทำรายการ',
  stillOpen: 'อนุมัติแล้ว ยังไม่ทราบผล อย่าส่งด้วยวิธีอื่น',
  refused: 'ปฏิเสธแล้ว',
};

export const proposalStates: Translation<typeof english.proposalStates> = {
  open: 'รออนุมัติ',
  released: 'อนุมัติแล้ว ยังไม่ทราบผล',
  refused: 'ปฏิเสธแล้ว',
  expired: 'หมดอายุ',
  done: 'เสร็จสิ้น',
};
