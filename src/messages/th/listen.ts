import { payctl, phrase } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../listen.js';

export const listen: Translation<typeof english.listenMessages> = {
  noneListed: phrase`ไม่เคยได้รับข้อความยืนยันเช่นนี้ ${payctl`listen --verify`} ใช้รับข้อความ`,
  noneYet: phrase`ยังไม่เคยได้รับข้อความยืนยันใด ${payctl`listen --verify`} ใช้รับข้อความ`,
  listening: (url, place) => `กำลังรับข้อความที่ ${url} เก็บไว้ใน ${place}`,
  pointSandbox: (prefix, url) =>
    phrase`ให้ธนาคารจำลองส่งข้อความยืนยันมาที่นี่: ${prefix}${payctl.withoutProfile`sandbox settings confirmationUrl=${url}`}`,
  sandboxSends: 'ธนาคารจำลองส่งข้อความยืนยันมาที่นี่',
  notSandbox: '--from-sandbox ใช้ได้กับโปรไฟล์ของธนาคารจำลองเท่านั้น',
  useSandbox: payctl.on('sandbox')`listen --from-sandbox`,
  counts: ({ received, duplicates, contradictions, refused }) =>
    `ได้รับ ${received} ซ้ำ ${duplicates} ขัดแย้ง ${contradictions} ปฏิเสธ ${refused}`,
  taken: (place) => `มี payctl listen อื่นกำลังรับข้อความเข้า ${place}`,
  endIt: 'ปิดตัวนั้นก่อน หรือใช้โปรไฟล์อื่นด้วย -p',
  reachable: (host) => `เครื่องอื่นเข้าถึง ${host} ได้ และใครก็ส่งข้อความยืนยันเข้ามาได้`,
  needsKey: '--tls-cert ต้องใช้กับ --tls-key FILE',
  needsCertificate: '--tls-key ต้องใช้กับ --tls-cert FILE',
  newest: {
    terminal: (shown) => `นี่คือข้อความยืนยัน ${shown} ฉบับล่าสุด ยังมีฉบับอื่นอีก`,
    page: () => '',
  },
  untrusted: (place) => `เชื่อถือไม่ได้: ${place}`,
  notReceived: (id) => `ไม่เคยได้รับข้อความยืนยัน ${id} ที่นี่`,
  notDelivered: ({ failed, of, why }) => `ส่งต่อไม่สำเร็จ ${failed} จาก ${of} ฉบับ: ${why}`,
  stopped: 'ถูกสั่งหยุด',
  replayNeeds: 'replay ต้องมี --forward-to URL',
};
