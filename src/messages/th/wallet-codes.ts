import type { Translation } from '../../core/message.js';
import type * as english from '../wallet-codes.js';

export const walletCodes: Translation<typeof english.walletCodes> = {
  imageAt: (link) => `รูปของ QR: ${link} (ใช้ --save FILE.png เพื่อดาวน์โหลด)`,
  imageSavedFrom: (link) => `รูปของ QR: ${link}`,
  notAnImage: (status) => `ลิงก์ของ QR ตอบด้วยสถานะ HTTP ${status} และไม่มีรูป`,
  notLoaded: (why) => `โหลดลิงก์ของ QR ไม่ได้: ${why}`,
  openLink: 'เปิดลิงก์ในเบราว์เซอร์',
};
