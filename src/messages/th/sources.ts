import { payctl, phrase } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../sources.js';

const READ = 'PNG, JPEG, WebP, GIF';
const FILE_NAME = 'นี่เป็นชื่อไฟล์ เลือกไฟล์หรือวางไฟล์แทน เพราะหน้านี้ไม่เปิดไฟล์จากชื่อ';

export const sources: Translation<typeof english.sources> = {
  notPicture: (source) => `${JSON.stringify(source)} ไม่ใช่รูป ใช้ ${READ}`,
  tooLarge: (source, bytes, most) => `${source} มีขนาด ${bytes} ไบต์ ใช้ได้ไม่เกิน ${most}`,
  cropAndSave: {
    terminal: 'ตัดรูปให้เหลือเฉพาะรหัส แล้วบันทึกเป็น PNG',
    page: 'ตัดรูปให้เหลือเฉพาะรหัส',
  },
  noFile: {
    terminal: (source) => `ไม่มีไฟล์ ${JSON.stringify(source)}`,
    page: () => FILE_NAME,
  },
  isDirectory: {
    terminal: (source) => `ไม่มีไฟล์ ${JSON.stringify(source)} เพราะเป็นโฟลเดอร์`,
    page: () => FILE_NAME,
  },
  checkPath: { terminal: 'ตรวจพาธ หรือใช้ - เพื่ออ่านจากอินพุตมาตรฐาน', page: '' },
  relativeTo: {
    terminal: (directory) => `พาธนับจาก ${directory} หรือใช้ - เพื่ออ่านจากอินพุตมาตรฐาน`,
    page: () => '',
  },
  homeUnquoted: {
    terminal: 'เชลล์ขยาย ~ เฉพาะนอกเครื่องหมายคำพูด หรือใช้ - เพื่ออ่านจากอินพุตมาตรฐาน',
    page: '',
  },
  typeIt: {
    terminal: (command) =>
      phrase`พิมพ์เลขอ้างอิงบนสลิป: ${payctl`${command} REFERENCE --sending-bank CODE`}`,
    page: () => 'ค้นหาเลขอ้างอิงที่พิมพ์บนสลิป',
  },
  orTypeIt: {
    terminal: (hint, command) =>
      phrase`${hint} หรือพิมพ์เลขอ้างอิงบนสลิป: ${payctl`${command} REFERENCE --sending-bank CODE`}`,
    page: (hint) => `${hint} หรือค้นหาเลขอ้างอิงที่พิมพ์บนสลิป`,
  },
  neither: `ไม่ใช่ทั้งรูป (${READ}) และข้อความ UTF-8`,
  foreign: {
    terminal: (format) => `ไฟล์เป็น ${format} ซึ่งใช้ไม่ได้ ใช้ ${READ}`,
    page: (format) => `ไฟล์นี้เป็น ${format} ถ่ายภาพหน้าจอแล้วใช้ภาพนั้นแทน`,
  },
  screenshot: {
    terminal: (command) => `ถ่ายภาพหน้าจอ หรือ: ${command}`,
    page: () => '',
  },
};
