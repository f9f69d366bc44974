import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Started, startConsole, Visitor } from '../fixtures/console.js';
import type { Machine } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';
import { table } from '../fixtures/table.js';

/**
 * A day at a support desk, in order: what happened at the shop | what is asked, as the ticket has it | exit
 * and answer. Each takes one step: a command, or the same words in the search of the console.
 */
const TICKETS = table(`
# Codes of a wallet
  wallet SBX1001 250; pay SBX1001 | SBX1001 | 0 Paid: 250.00 by wallet B; no confirmation of it was received on this machine.
  wallet SBX1002 250 | SBX1002 | 8 Not final: the bank says USERPAYING 250.00.
  wallet SBX1003 99.50; pay SBX1003 | sbx1003 | 0 Paid: 99.50 by wallet B; no confirmation of it was received on this machine. SBX1003 was looked up, because nobody knows sbx1003.
  wallet SBX1004 120; pay SBX1004 | SBX-1004 | 0 Paid: 120.00 by wallet B; no confirmation of it was received on this machine. SBX1004 was looked up, because nobody knows SBX-1004.
  wallet SBX1005 75; pay SBX1005 | #SBX1005 | 0 Paid: 75.00 by wallet B; no confirmation of it was received on this machine. SBX1005 was looked up, because nobody knows #SBX1005.
  wallet SBX1006 60; pay SBX1006 | SBX 10 06 | 0 Paid: 60.00 by wallet B; no confirmation of it was received on this machine. SBX1006 was looked up, because nobody knows SBX 10 06.
  wallet SBX1007 60 | sbx.1007 | 8 Not final: the bank says USERPAYING 60.00. SBX1007 was looked up, because nobody knows sbx.1007.
  wallet SBX1008 412.50; pay SBX1008; refund SBX1008 412.50 | SBX1008 | 5 Refunded once, by ewallet refund of 412.50, sent MOMENT; the bank says CANCELED 412.50.
  wallet SBX1009 80; pay SBX1009; refund SBX1009 80 | sbx-1009 | 5 Refunded once, by ewallet refund of 80.00, sent MOMENT; the bank says CANCELED 80.00. SBX1009 was looked up, because nobody knows sbx-1009.
  wallet SBX1010 80; close SBX1010 | SBX1010 | 5 Closed unpaid, by ewallet close, sent MOMENT; the bank says CANCELED 80.00.
# At the till
  till SBX2001 10 | SBX2001 | 0 Paid: 10.00 by wallet B.
  fault before-commit; till SBX2002 10 | SBX2002 | 10 Unknown: no outcome is known of ewallet pay of 10.00, sent MOMENT, and no inquiry knows it.
  fault committed-but-reply-lost; till SBX2003 10 | SBX2003 | 0 Paid: 10.00 by wallet B.
  till SBX2004 10; cancel SBX2004 | SBX2004 | 5 Refunded once, by ewallet cancel, sent MOMENT; the bank says CANCELED 10.00.
# Bills
  bill ORDER3001 480; pay ORDER3001 | ORDER3001 | 0 Paid: 480.00 at MOMENT; no confirmation of it was received on this machine.
  bill ORDER3002 480 | ORDER3002 | 8 Not paid yet: the bank has no payment for this code; the days searched are DAY to DAY.
  bill ORDER3003 480; pay ORDER3003; pay ORDER3003 | ORDER3003 | 14 Contradiction: paid 2 times under one reference: 480.00 at MOMENT and 480.00 at MOMENT.
  bill ORDER3004 5900; pay ORDER3004; pay ORDER3004 | order-3004 | 14 Contradiction: paid 2 times under one reference: 5900.00 at MOMENT and 5900.00 at MOMENT. ORDER3004 was looked up, because nobody knows order-3004.
  bill DESKPHONE 33; pay DESKPHONE | DESKPHONE | 0 Paid: 33.00 at MOMENT; no confirmation of it was received on this machine.
  bill DESKLAMP 33; pay DESKLAMP | desklamp | 0 Paid: 33.00 at MOMENT; no confirmation of it was received on this machine. DESKLAMP was looked up, because nobody knows desklamp.
# Slips: what is printed, and for which order, only the eye can tell, so it is given
  bill ORDER4001 59; pay ORDER4001 | slip verify ORDER4001.png --expect-amount 5,900 | 5 the slip is real, and 59.00 baht was paid; but it is not the expected payment: amount differs
  bill ORDER4002 59; pay ORDER4002 | slip verify ORDER4002.png --expect-amount ฿59 | 0 The bank confirms the slip: 59.00 baht on DAY at TIME; as expected: amount
  bill ORDER4003 59; pay ORDER4003 | slip verify ORDER4003.png --expect-order ORDER9 | 5 the slip is real, and 59.00 baht was paid; but it is not the expected payment: order differs
  bill ORDER4004 59; pay ORDER4004; slip verify ORDER4004.png --once | slip verify ORDER4004.png --once | 5 this slip was accepted before: MOMENT (Bangkok), by process PROCESS
  bill ORDER4005 59; pay ORDER4005 | investigate ORDER4005.png | 0 Paid: 59.00 at MOMENT; the bank has 59.00: compare it with the amount on the slip and with the order; no confirmation of it was received on this machine.
  bill ORDER4006 59; pay ORDER4006; pay ORDER4006 | investigate ORDER4006.png | 14 Contradiction: paid 2 times under one reference: 59.00 at MOMENT and 59.00 at MOMENT.
  | investigate screenshot.png | 2 no such file: "screenshot.png"
# Transfers and direct debits
  debit CHARGE5001 75.50 | CHARGE5001 | 0 Paid: 75.50 THB at MOMENT.
  debit CHARGE5002 75.50 | charge-5002 | 0 Paid: 75.50 THB at MOMENT. CHARGE5002 was looked up, because nobody knows charge-5002.
# Of somebody else
  | NOTHING77 | 6 Not found: neither the bank nor this machine knows it; the days searched are DAY to DAY.
  | nothing-78 | 6 Not found: neither the bank nor this machine knows it; the days searched are DAY to DAY.
  | 00020101021229370016A0000006770101110113006681234567853037645406550.005802TH630444DE | 6 Not found: the code is a transfer to an account or a telephone number, and no inquiry knows such payments.
  | 00020101021230600016A00000067701011201150994000165501000211THEIRORDER90302X153037645406550.005802TH63043EF6 | 14 Contradiction: it pays biller 099400016550100, but the profile has biller 010000000000101.
  fault maintenance | ORDER3001 | 9 No verdict: bill inquire could not answer: bill inquire failed for now: the bank failed with HTTP status 503, Service unavailable or under maintenance (code 9990).
# No reference
  fault clear; bill ORDER7001 777; pay ORDER7001 | find --amount 777 | 0 ORDER7001
  bill ORDER7002 1790; pay ORDER7002 | find --amount 1,790.00 | 0 ORDER7002
  | find --payer suksai --amount 480 | 0 ORDER3003 ORDER3003 ORDER3001
  | find --payer nobody | 6 no payment was found from MOMENT to DAY
  | find --from 01/01/2569 --to 02/01/2569 | 6 no payment was found from DAY to DAY
# As people copy and dictate references
  wallet SBX9001 250; pay SBX9001 | ＳＢＸ９００１ | 0 Paid: 250.00 by wallet B; no confirmation of it was received on this machine. SBX9001 was looked up, because nobody knows ＳＢＸ９００１.
  | SBX๙๐๐๑ | 0 Paid: 250.00 by wallet B; no confirmation of it was received on this machine. SBX9001 was looked up, because nobody knows SBX๙๐๐๑.
  | เลขที่ SBX9001 | 0 Paid: 250.00 by wallet B; no confirmation of it was received on this machine. SBX9001 was looked up, because nobody knows เลขที่ SBX9001.
  | Order no. SBX9001 | 0 Paid: 250.00 by wallet B; no confirmation of it was received on this machine. SBX9001 was looked up, because nobody knows Order no. SBX9001.
  | ref: sbx-9001, | 0 Paid: 250.00 by wallet B; no confirmation of it was received on this machine. SBX9001 was looked up, because nobody knows ref: sbx-9001,.
  | SBX9001 250.00 | 0 Paid: 250.00 by wallet B; no confirmation of it was received on this machine. SBX9001 was looked up, because nobody knows SBX9001 250.00.
# A refund of which nothing is known, sent again
  wallet SBX9002 70; pay SBX9002; sandbox faults before-commit --operation ewallet.refund --times 9; refund SBX9002 70; sandbox faults clear | SBX9002 | 10 Unknown: no outcome is known of ewallet refund of 70.00, sent MOMENT; the bank says SUCCESS 70.00.
  refund SBX9002 70 | refund no. SBX9002 | 10 Unknown: no outcome is known of ewallet refund of 70.00, sent MOMENT; the bank says SUCCESS 70.00. SBX9002 was looked up, because nobody knows refund no. SBX9002.
# In Thai
  bill ORDER9003 46; pay ORDER9003 | slip verify ORDER9003.png --expect-amount ๔๖ --expect-order order-9003 | 0 The bank confirms the slip: 46.00 baht on DAY at TIME; as expected: amount, order
  | slip verify ORDER9003.png --expect-amount ๔๖๐ --expect-order ORDER9003 | 5 the slip is real, and 46.00 baht was paid; but it is not the expected payment: amount differs
# On another day
  wallet SBX8001 45; clock +3h | SBX8001 | 5 No payment stands: it was cancelled, closed or refunded; the bank says CANCELED 45.00.
  bill ORDER8002 45; pay ORDER8002; clock +8d | ORDER8002 | 0 Paid: 45.00 at MOMENT; no confirmation of it was received on this machine.
  | ORDER3002 | 8 Not paid yet: the bank has no payment for this code; the days searched are DAY to DAY.
  | find --amount ๔๖บาท --from -9d | 0 ORDER9003
`);

const EVENTS: Readonly<Record<string, (id: string, amount: string) => string>> = {
  wallet: (id, amount) => `ewallet create --tran-type W --out-trade-no ${id} --total-fee ${amount}`,
  refund: (id, amount) => `ewallet refund --tran-type W --out-trade-no ${id} --total-fee ${amount}`,
  cancel: (id) => `ewallet cancel --tran-type W --out-trade-no ${id}`,
  close: (id) => `ewallet close --tran-type W --out-trade-no ${id}`,
  bill: (id, amount) => `qr create --ref1 ${id} --amount ${amount} --save ${id}-qr.png`,
  pay: (id) =>
    id.startsWith('SBX') ? `sandbox pay ${id}` : `sandbox pay ${id}-qr.png --slip ${id}.png`,
  debit: (id, amount) =>
    `dd charge --ref-number ${id} --amount ${amount} --account-number 2220000001`,
  fault: (name) => `sandbox faults ${name}`,
  clock: (to) => `sandbox clock ${to}`,
};

describe('fifty tickets of a day', () => {
  let machine: Machine;
  let started: Started;
  let reader: Visitor;

  const run = (words: string) => machine.payctl(`--sandbox ${words}`);

  async function happen(event: string): Promise<void> {
    const [name = '', id = '', amount = ''] = event.split(' ');
    if (name === 'fault' && id !== 'clear' && id !== 'maintenance') {
      await run(`sandbox faults ${id} --operation ewallet.pay --times 1`);
    } else if (name === 'till') {
      const { stdout: code } = await run('sandbox buyer-code --wallet W --raw');
      await run(
        `ewallet pay --tran-type W --out-trade-no ${id} --total-fee ${amount} --buyer-identity-code ${code.trim()} --wait 0`,
      );
    } else {
      await run(EVENTS[name]?.(id, amount) ?? event);
    }
  }

  beforeAll(async () => {
    machine = quickMachine();
    await run('sandbox settings rateLimit=0');
    await run('dd register --reg-ref REG1 --ref1 C7 --back-url https://shop.example/back');
    await run('sandbox registration approve REG1');
    started = await startConsole(machine);
    reader = await Visitor.at(started);
  });
  afterAll(async () => {
    await started.stop();
    machine.dispose();
  });

  it.each(TICKETS)('%s: %s', async (happened, asked = '', expected) => {
    for (const event of happened.split(';')) {
      if (event.trim() !== '') await happen(event.trim());
    }
    const isTyped = !/^(?:investigate|find|slip) /.test(asked);
    const words = isTyped ? ['investigate', asked] : asked.split(' ');
    const { code, stdout, stderr } = await machine.payctl(['--sandbox', ...words, '-o', 'json']);
    const answer = answerIn(stdout, stderr);
    expect(`${code} ${withoutTimes(answer)}`).toBe(expected);
    if (!isTyped) return;
    const { text, headers } = await reader.get(`/search?q=${encodeURIComponent(asked)}`);
    const page = headers.location ? (await reader.get(String(headers.location))).text : text;
    expect(page).toContain(answer);
  });
});

/** The sentence of a report, references of a list, or what the command said beside its data. */
function answerIn(stdout: string, stderr: string): string {
  const data = JSON.parse(stdout || 'null');
  if (Array.isArray(data) && data.length > 0) return data.map((one) => one.reference).join(' ');
  if (data?.verdict) return data.verdict.sentence;
  const last = stderr.trim().split('\n').at(-1) ?? '';
  return last.startsWith('{') ? JSON.parse(last).error.message : last;
}

function withoutTimes(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'MOMENT')
    .replaceAll(/\d{4}-\d\d-\d\d/g, 'DAY')
    .replaceAll(/\d\d:\d\d:\d\d/g, 'TIME')
    .replaceAll(/process \d+/g, 'process PROCESS');
}
