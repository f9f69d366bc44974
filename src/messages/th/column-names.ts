import type { Translation } from '../../core/message.js';
import type * as english from '../column-names.js';

export const columnNames: Translation<typeof english.columnNames> = {
  reference: { terminal: 'เลขอ้างอิง (reference)', page: 'เลขอ้างอิง' },
  transactionId: { terminal: 'เลขที่รายการ (transactionId)', page: 'เลขที่รายการ' },
  amount: { terminal: 'จำนวนเงิน (amount)', page: 'จำนวนเงิน' },
  credit: 'เครดิต',
  debit: 'เดบิต',
  fee: { terminal: 'ค่าธรรมเนียม (fee)', page: 'ค่าธรรมเนียม' },
  date: { terminal: 'วันที่ (date)', page: 'วันที่' },
  time: { terminal: 'เวลา (time)', page: 'เวลา' },
  status: { terminal: 'สถานะ (status)', page: 'สถานะ' },
  payout: { terminal: 'รอบการจ่าย (payout)', page: 'รอบการจ่าย' },
  currency: { terminal: 'สกุลเงิน (currency)', page: 'สกุลเงิน' },
};
