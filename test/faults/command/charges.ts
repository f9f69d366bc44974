import { bangkokHour, channelDateTime } from '../../../src/core/time.js';
import type { Bank } from '../../../src/sandbox/bank.js';
import { approveRegistration, buyerCode, pay } from '../../../src/sandbox/customer.js';
import { BANK_CODE, SANDBOX_PROFILE } from '../../../src/sandbox/seed/profile.js';
import { effects } from '../../fixtures/effects.js';
import { call, ewallet } from '../../fixtures/sandbox-calls.js';

/** One charge that a command is about to make: all at the bank is ready for it. */
export interface Charge {
  /** Id in the catalogue, and kind of the effect in the bank's books. */
  operation: string;
  reference: string;
  args: string[];
}

type Prepare = (bank: Bank, reference: string) => Promise<{ args: string; reference?: string }>;

const WALLET = '--tran-type W --out-trade-no';
const ACCOUNT = '2220000001';
const { corporateId, taxId, payerAccountNo, billerId } = SANDBOX_PROFILE;

const PREPARE: Readonly<Record<string, Prepare>> = {
  async 'ewallet.pay'(bank, reference) {
    const { code } = await buyerCode(bank, { wallet: 'W' });
    const args = `ewallet pay ${WALLET} ${reference} --total-fee 10.00`;
    return { args: `${args} --buyer-identity-code ${code}` };
  },
  async 'ewallet.cancel'(bank, reference) {
    const { code } = await buyerCode(bank, { wallet: 'W' });
    const order = { outTradeNo: reference, totalFee: '10.00' };
    await ewallet(bank, 'pay', { ...order, buyerIdentityCode: code });
    return { args: `ewallet cancel ${WALLET} ${reference}` };
  },
  async 'ewallet.refund'(bank, reference) {
    await ewallet(bank, 'qrcode/create', { outTradeNo: reference, totalFee: '10.00' });
    await pay(bank, reference);
    return { args: `ewallet refund ${WALLET} ${reference} --total-fee 10.00` };
  },
  async 'ewallet.close'(bank, reference) {
    await ewallet(bank, 'qrcode/create', { outTradeNo: reference, totalFee: '10.00' });
    return { args: `ewallet close ${WALLET} ${reference}` };
  },
  'transfer.creditConfirm': (bank, reference) => transfer(bank, reference, 'credit'),
  'transfer.debitConfirm': (bank, reference) => transfer(bank, reference, 'debit'),
  async 'dd.charge'(bank, reference) {
    const merchant = { merchantId: SANDBOX_PROFILE.ddMerchantId };
    await call(bank, 'POST', '/v1/registration/web/init', {
      ...merchant,
      subAccountId: SANDBOX_PROFILE.subAccountId,
      regRef: reference,
      ref1: 'CUSTOMER7',
      backUrl: 'https://shop.example/back',
    });
    await approveRegistration(bank, reference);
    const args = `dd charge --ref-number ${reference} --amount 10.00 --account-number ${ACCOUNT}`;
    return { args };
  },
  async 'cpm.pay'(_bank, reference) {
    const args = `cpm pay --qr-data OPAQUE --transaction-amount 10.00 --reference1 ORDER7`;
    return { args: `${args} --partner-transaction-id ${reference}` };
  },
  async 'cpm.refund'(bank, reference) {
    await call(bank, 'POST', '/v1/payment/merchant/rtp/confirm', {
      qrData: 'OPAQUE',
      payeeBillerId: billerId,
      transactionAmount: '10.00',
      reference1: 'ORDER7',
      partnerTransactionId: reference,
    });
    return { args: `cpm refund --partner-transaction-id ${reference}` };
  },
  async 'qr.void'(bank) {
    const order = { qrType: 'PP', ppType: 'BILLERID', ppId: billerId, ref1: 'ORDER7', ref3: 'SBX' };
    const { data } = await call(bank, 'POST', '/v2/payment/qrcode/create', {
      ...order,
      amount: 10,
    });
    const { reference } = await pay(bank, data.data.qrRawData);
    const args = `qr void --reversal-type CANCELLATION_REQUEST --bp-reference ${reference}`;
    return { args, reference };
  },
};

async function transfer(bank: Bank, reference: string, kind: 'credit' | 'debit') {
  const account = (accountNo: string) => ({ accountInfo: { accountNo, bankCode: BANK_CODE } });
  const [payer, payee] = kind === 'credit' ? [payerAccountNo, ACCOUNT] : [ACCOUNT, payerAccountNo];
  const { data } = await call(bank, 'POST', `/v1/payment/transfer/fcd/${kind}/initiate`, {
    channelDateTime: channelDateTime(bank.now()),
    partnerTransactionID: reference,
    corporateId,
    payer: { taxId, ...account(payer) },
    payee: account(payee),
    tranAmount: { amount: 10, currency: 'THB' },
  });
  const { tokenizerId } = data;
  return { reference: tokenizerId, args: `transfer ${kind} confirm --tokenizer-id ${tokenizerId}` };
}

/** Every operation that moves money; what the bank refuses by the clock only before that. */
export function moneyOperations(now: number): string[] {
  return Object.keys(PREPARE).filter((id) => id !== 'cpm.refund' || bangkokHour(now) < 22);
}

let count = 0;

export async function prepared(bank: Bank, operation: string): Promise<Charge> {
  const prepare = PREPARE[operation];
  if (prepare === undefined) throw new Error(`nothing prepares ${operation}`);
  const own = `SBX${Date.now().toString(36).toUpperCase()}N${++count}`;
  const { args, reference = own } = await prepare(bank, own);
  return { operation, reference, args: args.split(' ') };
}

/** How often the bank has carried it out. */
export function effectsOf(bank: Bank, { operation, reference }: Charge): number {
  return effects(bank, reference).filter(({ kind }) => kind === operation).length;
}
