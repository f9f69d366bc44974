import type { Translation } from '../../core/message.js';
import type * as english from '../jobs.js';

export const jobs: Translation<typeof english.jobMessages> = {
  sandboxHasNoStore: 'job ต้องเก็บในที่เก็บร่วม แต่ sandbox ไม่ใช้ที่เก็บร่วม',
  noStore: 'job ต้องเก็บในที่เก็บร่วม แต่โปรไฟล์นี้ไม่มี',
  notFound: (name) => `ไม่มี job ${name} ในที่เก็บร่วม`,
  keepsTerms: (job) => `job ${job} ใช้ความเร็วและเวลารอตามที่เริ่มไว้`,
  other: (job) => `job ${job} มีไฟล์ รายการ หรือค่าที่ใช้กับทุกแถวต่างออกไป ยังไม่ได้ส่งอะไร`,
  otherName: (job) => `payctl batch status ${job} หากเป็นไฟล์อื่นต้องใช้ชื่ออื่น`,
  ofAnother: ({ job, differs, profile }) =>
    `job ${job} เป็นของ${differs}อื่น ไม่ตรงกับโปรไฟล์ ${profile} ยังไม่ได้ส่งอะไร`,
  bank: 'ธนาคาร',
  application: 'แอปพลิเคชัน',
  company: 'บริษัท',
  environment: 'สภาพแวดล้อม',
  nameProfile: 'ระบุโปรไฟล์ของ job นี้ด้วย -p',
  otherVersion: (job) => `job ${job} เริ่มโดย payctl รุ่นอื่น`,
  loading: (job) => `ยังนำแถวของ job ${job} เข้าไม่ครบ`,
  loadAgain: 'รอสักครู่ หากเครื่องที่นำเข้าหยุดไปแล้ว ให้รัน batch เดิมพร้อม --job อีกครั้ง',
  planned: (plan) =>
    [
      `job ${plan.job}, ${plan.command}: เหลือ ${plan.open} จาก ${plan.of} แถว`,
      plan.total === undefined ? '' : ` รวม ${plan.total} บาท`,
      ` โปรไฟล์ ${plan.profile} (${plan.environment})`,
    ].join(''),
  mayBeTaken: 'เครื่องอื่นอาจรับแถวนี้ไปแล้ว',
  inFlightElsewhere: 'มีแถวหนึ่งกำลังส่งอยู่ที่เครื่องอื่น',
  statusUnread: (why) => `อ่านไม่ได้ว่า job คืบหน้าถึงไหน: ${why}`,
  ended: ({ job, command, done, of = 0, results, lastMinute }) =>
    `job ${job}, ${command}: ${done} จาก ${of} แถว: ${results || 'ไม่มีแถว'} ในนาทีที่ผ่านมา ${lastMinute}`,
  othersHaveRest: (count) => `${count} แถวสุดท้ายอยู่ที่เครื่องอื่น`,
  resultsBy: (job) => `ดูผลได้ด้วย payctl batch results ${job}`,
  head: (job, operation, since) => `job ${job}, ${operation}, เริ่ม ${since}`,
  status: ({ done, of, results, perSecond, secondsLeft }) =>
    [
      of === undefined ? `${done} ยังนำเข้าไม่ครบ` : `${done} จาก ${of} แถว`,
      `: ${results || 'ไม่มีแถว'} วินาทีละ ${perSecond}`,
      secondsLeft === undefined ? '' : ` เหลืออีก ${secondsLeft} วินาที`,
    ].join(''),
  worker: ({ machine, leased, done, seen }) =>
    `เครื่อง ${machine}: กำลังทำ ${leased} แถว เสร็จแล้ว ${done} พบล่าสุด ${seen}`,
  workerGone: ({ machine, done, seen }) => `เครื่อง ${machine}: หยุดไปแล้ว เสร็จ ${done} พบล่าสุด ${seen}`,
  goesOn: (done, of) =>
    `เสร็จแล้ว ${of === undefined ? `${done} แถว` : `${done} จาก ${of} แถว`} job ยังทำต่อ`,
};
