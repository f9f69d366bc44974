import type { Translation } from '../../core/message.js';
import type * as english from '../console-serve.js';

export const consoleServe: Translation<typeof english.consoleServe> = {
  notAddress: (flag, given) => `${flag} เป็น ${given} ให้ระบุโฮสต์และพอร์ต เช่น 0.0.0.0:8443`,
  notProxy: (given) => `--trust-proxy เป็น ${given} ให้ระบุที่อยู่หรือเครือข่าย เช่น 10.0.0.7,10.1.0.0/16`,
  onlyServed: (flag) => `${flag} ใช้กับ --serve เท่านั้น`,
  notServed: (flag) => `${flag} ใช้กับคอนโซลของเครื่องนี้เท่านั้น ใช้กับ --serve ไม่ได้`,
  serveNeeds: (setting) => `--serve ต้องมี ${setting} มิฉะนั้นไม่มีใครเข้าสู่ระบบได้`,
  serveInClear:
    '--serve ที่ไม่มี TLS ใช้ได้กับพร็อกซีในเครื่องนี้เท่านั้น คือรับที่ 127.0.0.1 หรือ ::1 และระบุพร็อกซีด้วย --trust-proxy',
  giveCertificate: 'ระบุ --tls-cert FILE และ --tls-key FILE',
  originUnknown:
    'ไม่ทราบจาก --serve ว่าเบราว์เซอร์เข้าถึงคอนโซลนี้อย่างไร หากอยู่หลังพร็อกซี รับทุกที่อยู่ หรือใช้พอร์ตว่าง ต้องตั้ง consoleOrigin',
  serving: (origin) => `ให้บริการทีมที่ ${origin} กด ctrl-C เพื่อปิด`,
  noLimit: 'ยังไม่ได้ตั้ง refundLimit ทุกการคืนเงินต้องมีผู้อนุมัติ',
};
