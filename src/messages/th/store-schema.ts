import type { Translation } from '../../core/message.js';
import type * as english from '../store-schema.js';

export const storeSchema: Translation<typeof english.storeSchema> = {
  noSchema: 'ที่เก็บร่วมไม่มีสคีมาของ payctl',
  tooOld: ({ schema, least, most }) =>
    `ที่เก็บร่วมใช้สคีมา ${schema} แต่ payctl รุ่นนี้ต้องใช้ ${least} หรือ ${most}`,
  tooNew: ({ schema, program, needed }) =>
    `ที่เก็บร่วมใช้สคีมา ${schema} ซึ่ง payctl ${program} เก่าเกินกว่าจะใช้ได้${needed === '' ? '' : ` ต้องใช้ ${needed}`}`,
  installNewer: 'ติดตั้ง payctl รุ่นใหม่กว่านี้',
  oldServer: (version) => `ที่เก็บร่วมเป็น PostgreSQL ${version} แต่ payctl ต้องใช้ 14 ขึ้นไป`,
  upgradeServer: 'อัปเกรดเซิร์ฟเวอร์ หรือระบุเซิร์ฟเวอร์อื่น: payctl config set store postgres://…',
  otherKey: (own, store) => `เครื่องนี้มีกุญแจอื่น (${own.join(', ')}) ที่ไม่ใช่ของที่เก็บร่วม (${store || 'ไม่มี'})`,
  sealedOtherwise: (store, own) => `ที่เก็บร่วมผนึกด้วยกุญแจอื่น (${store}) ที่ไม่ใช่ของเครื่องนี้ (${own})`,
  setKey: 'payctl config set-secret storeKey หรือตั้งค่า PAYCTL_STORE_KEY ด้วยกุญแจของที่เก็บร่วม',
};
