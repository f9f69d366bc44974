import { describe, expect, it } from 'vitest';
import { type Break, reconciled } from './night.js';
import { FORMATS, FRAME } from './statement-files.js';

/** An MT940 of these entries; the closing balance is what they make. */
function mt940(entries: readonly string[], closing: string): string {
  const lines = [':20:S', ':25:123', ':28C:7/1', ':60F:C260131THB100,00', ...entries, closing, '-'];
  return lines.map((line) => `${line}\r\n`).join('');
}

async function only(bank: string, map?: string): Promise<Break> {
  const printed = await reconciled({ bank, ...(map !== undefined && { map }) });
  expect(printed.faults).toEqual([]);
  const [entry, more] = printed.breaks;
  expect(more).toBeUndefined();
  if (entry === undefined) throw new Error('no entry');
  return entry;
}

const FROM_TEXT = 'bank:\n  reference: { from: text, pattern: "order (\\\\w+)" }\n';

describe('an entry of MT940', () => {
  it.each([
    [
      'a reference that is longer than the standard allows',
      '2602010201C5,00NTRFORDER0001-0002-0003-0004//BANKREF-0001-0002-0003',
      'ORDER0001-0002-0003-0004',
      '5.00',
      '105,00',
    ],
    ['blanks for the entry date', '260201    C5,00NTRFORDER1', 'ORDER1', '5.00', '105,00'],
    ['no decimals', '260201C5,NMSCORDER1', 'ORDER1', '5.00', '105,00'],
    ['funds code', '260201CB5,5NTRFORDER1//X', 'ORDER1', '5.50', '105,50'],
    ['a debit', '260201D5,00NTRFORDER1', 'ORDER1', '-5.00', '95,00'],
    ['the reversal of a credit', '260201RCB5,00NTRFORDER1', 'ORDER1', '-5.00', '95,00'],
    ['the reversal of a debit', '260201RD5,00NTRFORDER1', 'ORDER1', '5.00', '105,00'],
  ])('is read with %s', async (_, entry, reference, amount, closing) => {
    const found = await only(mt940([`:61:${entry}`], `:62F:C260201THB${closing}`));
    expect([found.reference, found.amounts.bank]).toEqual([reference, amount]);
  });

  it.each([
    ['/EREF/A/1/REMI/x/', 'A/1'],
    ['/EREF/NOTPROVIDED/REMI/x/', 'CUST'],
    ['/NAME/SHOP/EREF/B2', 'B2'],
    ['166?00TRANSFER?20EREF+C?213KREF+K1SVWZ+x', 'C3'],
    ['116@00TRANSFER@20EREF+D4', 'D4'],
    ['205?00TRANSFER?20EREF+E5', 'E5'],
    ['?20EREF+F6?32SOMEBODY', 'F6'],
    ['166?00TRANSFER?20SVWZ+x\r\n:86:?21EREF+G7', 'G7'],
    ['paid by somebody', 'CUST'],
  ])('has its reference in :86:, else in :61:: %s', async (details, reference) => {
    const bank = mt940([':61:260201C5,00NTRFCUST', `:86:${details}`], ':62F:C260201THB105,00');
    expect((await only(bank)).reference).toBe(reference);
  });

  it('has a reference in its text, where a mapping says so, also where a line is full', async () => {
    const start = 'x'.repeat(56);
    const bank = mt940(
      [':61:260201C5,00NTRFCUST', `:86:${start} order A`, 'BC12 of a shop'],
      ':62F:C260201THB105,00',
    );
    expect((await only(bank, FROM_TEXT)).reference).toBe('A');
    const full = bank.replace(start, `${start}x`);
    expect((await only(full, FROM_TEXT)).reference).toBe('ABC12');
    expect((await only(full.replace('order', 'other'), FROM_TEXT)).reference).toBe(null);
  });

  it.each(['\u2028', '\u2029', '\r'])('is not lost for a %j in its reference', async (mark) => {
    const entries = [':61:260201C5,00NTRFA', ':86:x', `:61:260201C7,00NTRFB${mark}C`, ':86:y'];
    const bank = `:20:S\r\n:25:123\r\n:34F:THB0,\r\n${entries.join('\r\n')}\r\n-\r\n`;
    expect((await reconciled({ bank })).inputs[0]).toMatchObject({ rows: 2, total: '12.00' });
  });

  it('is booked in the year that is nearest to the value date', async () => {
    const bank = mt940([':61:2601011231C5,00NTRFA', ':86:x'], ':62F:C260201105,00');
    const own = 'reference,amount,date\nA,5.00,2025-12-31\n';
    const { breaks } = await reconciled({ orders: own, bank });
    expect(breaks).toMatchObject([{ class: 'matched' }]);
  });

  it('without an opening balance may have lost those before it', async () => {
    const bank = mt940([':61:260201C5,00NTRFA'], ':62F:C260201THB105,00');
    const { faults } = await reconciled({ bank: bank.replace(/:60F:.*\r\n/, '') });
    expect(faults).toEqual(['statement 7 of 123 has no opening balance']);
  });

  it('that cannot be read is named, and the others are read', async () => {
    const bank = mt940([':61:nonsense', ':61:260201C5,00NTRFA'], ':62F:C260201THB105,00');
    const { breaks, faults } = await reconciled({ bank });
    expect(faults).toEqual([]);
    expect(breaks.map(({ where }) => where?.line)).toContain(5);
  });
});

describe('an interim report (MT942)', () => {
  const REPORT = `:20:R\n:25:123\n:28C:1\n:34F:THB0,00\n:13D:2602011200+0700\n:61:2602010201C5,00NTRFA//X1\n:61:2602010201D2,00NTRFB//X2\n:90D:1THB2,00\n:90C:1THB5,00\n-\n`;

  it('has totals that are compared', async () => {
    const sound = await reconciled({ bank: REPORT });
    expect(sound.inputs[0]).toMatchObject({ format: 'MT942', control: { agrees: true } });
    const { faults } = await reconciled({ bank: REPORT.replace('1THB5,00', '2THB7,00') });
    expect(faults).toEqual([
      'statement 1 of 123, number of credit entries: stated 2, read 1',
      'statement 1 of 123, total of the credit entries: stated 7.00, read 5.00',
    ]);
  });
});

describe('a statement file', () => {
  it.each([
    ['MT940', ':20:S\r\n:62F:C260201THB105,00\r\n'],
    ['camt.054.001.04', camt('').replaceAll(/<(\/?)ns2:Ntfctn>/g, '<$1ns2:Other>')],
  ])('in which no statement is found is refused: %s', async (format, bank) => {
    await expect(reconciled({ bank })).rejects.toThrow(
      `bank.csv is ${format}, but has no statement in it`,
    );
  });

  it('may lie in an envelope', async () => {
    const entry = `<Ntry><Amt Ccy="THB">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>${BOOKED}</Ntry>`;
    const header = '<AppHdr><MsgDefIdr>camt.054.001.04</MsgDefIdr></AppHdr>';
    const bank = `<s:Envelope><s:Body>${header}${camt(entry)}</s:Body></s:Envelope>`;
    expect((await only(bank)).amounts.bank).toBe('5.00');
  });

  it('has entries that say the same in statements of two accounts, or on two pages', async () => {
    const fee = ':61:260201D5,00NCHGNONREF';
    const one = mt940([fee], ':62F:C260201THB95,00');
    for (const other of [one.replace(':25:123', ':25:124'), one.replace('7/1', '7/2')]) {
      const { breaks } = await reconciled({ bank: one + other });
      expect(breaks.map(({ class: kind }) => kind)).not.toContain('duplicate-line');
      expect((await reconciled({ bank: one + one })).breaks[0]?.class).toBe('duplicate-line');
    }
  });
});

describe('a statement in parts', () => {
  const payment = { reference: 'ORDER0001', transactionId: 'T1', satang: 100, date: '2026-01-02' };
  const page = (name: string, frame: Partial<typeof FRAME>) => {
    const format = FORMATS.find((one) => one.name.startsWith(name));
    return String(format?.write([payment], { ...FRAME, ...frame }) ?? '');
  };

  it.each(['camt.053.001.08', 'MT940'])('names what is missing between files: %s', async (name) => {
    const both = [page(name, { page: 1, isLast: false }), page(name, { page: 3 })];
    expect((await reconciled({ bank: both })).faults).toEqual([
      'page 2 of statement 12 of 1234567890 is missing',
    ]);
    const cut = [page(name, { page: 1, isLast: false })];
    expect((await reconciled({ bank: cut })).faults).toEqual([
      'page 2 of statement 12 of 1234567890 is missing',
    ]);
    const numbers = [page(name, { number: 15 }), page(name, { number: 12 })];
    expect((await reconciled({ bank: numbers })).faults).toEqual([
      'statements 13 to 14 of 1234567890 are missing',
    ]);
  });

  it('names both figures where the balances do not agree', async () => {
    const bank = page('camt.053.001.08', {}).replace('1001.00', '1002.00');
    expect((await reconciled({ bank })).faults).toEqual([
      'statement 12 of 1234567890: the opening balance 1000.00 and its entries make 1001.00, but the closing balance is 1002.00',
    ]);
  });
});

function camt(entries: string): string {
  return `<ns2:Document xmlns:ns2="urn:iso:std:iso:20022:tech:xsd:camt.054.001.04"><ns2:BkToCstmrDbtCdtNtfctn><ns2:Ntfctn><ns2:Unknown><ns2:Deep>x</ns2:Deep></ns2:Unknown>${entries.replaceAll(/<(\/?)(?=[A-Z])/g, '<$1ns2:')}</ns2:Ntfctn></ns2:BkToCstmrDbtCdtNtfctn></ns2:Document>`;
}

const BOOKED = '<BookgDt><DtTm>2026-02-01T23:30:00Z</DtTm></BookgDt>';

describe('an entry of camt', () => {
  it('is found under any prefix, among elements that nobody knows, with its time in Bangkok', async () => {
    const found = await only(
      camt(
        `<Ntry><Amt Ccy="THB">5.00000</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>${BOOKED}<NtryDtls><TxDtls><Refs><EndToEndId>A1</EndToEndId><TxId>T1</TxId></Refs><Refund><Amt Ccy="THB">1</Amt></Refund></TxDtls></NtryDtls></Ntry>`,
      ),
    );
    expect(found).toMatchObject({
      reference: 'A1',
      transactionId: 'T1',
      amounts: { bank: '5.00' },
    });
  });

  it.each([
    ['is reversed', '<RvslInd>true</RvslInd><Sts>BOOK</Sts>', 'reversed'],
    ['is not booked yet', '<Sts><Cd>PDNG</Cd></Sts>', 'matched'],
    ['is of a day to come', '<Sts><Cd>FUTR</Cd></Sts>', 'matched'],
  ])('%s', async (_, marks, kind) => {
    const found = await only(
      camt(
        `<Ntry><Amt Ccy="THB">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>${marks}${BOOKED}<NtryDtls><TxDtls><Refs><EndToEndId>A1</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`,
      ),
    );
    expect(found.class).toBe(kind);
  });

  it.each(['2026-02-01+07:00', '2026-02-01-11:00', '2026-02-01Z'])(
    'keeps the day of the bank: %s',
    async (date) => {
      const bank = camt(
        `<Ntry><Amt Ccy="THB">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>${date}</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>A1</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`,
      );
      const own = 'reference,amount,date\nA1,5.00,2026-02-01\n';
      const { breaks, inputs } = await reconciled({ orders: own, bank });
      expect(inputs[1]).toMatchObject({ rows: 1, rejected: 0 });
      expect(breaks.map(({ class: kind }) => kind)).toEqual(['matched']);
    },
  );

  it('of a batch without amounts stays one line; with amounts that do not make it, it is named', async () => {
    const detail = (amount: string) =>
      `<TxDtls><Refs><EndToEndId>A1</EndToEndId></Refs>${amount}</TxDtls>`;
    const entry = (details: string) =>
      camt(
        `<Ntry><Amt Ccy="THB">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>${BOOKED}<NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>${details}</NtryDtls></Ntry>`,
      );
    expect(await only(entry(detail('') + detail('')))).toMatchObject({
      reference: null,
      amounts: { bank: '5.00' },
    });
    const uneven = entry(detail('<Amt Ccy="THB">2.00</Amt>') + detail('<Amt Ccy="THB">2.50</Amt>'));
    const { faults, inputs } = await reconciled({ bank: uneven });
    expect(faults).toEqual(['sum of the details of entry 1: stated 5.00, read 4.50']);
    expect(inputs[0]).toMatchObject({ rows: 2, total: '4.50' });
  });

  it('of a batch may have its transactions in several blocks, and charges in each', async () => {
    const detail = (reference: string, amount: string, more = '') =>
      `<TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs><Amt Ccy="THB">${amount}</Amt>${more}</TxDtls>`;
    const block = (count: number, ...details: string[]) =>
      `<NtryDtls><Btch><NbOfTxs>${count}</NbOfTxs></Btch>${details.join('')}</NtryDtls>`;
    const entry = (details: string) =>
      camt(`<Ntry><Amt Ccy="THB">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>${BOOKED}${details}</Ntry>`);
    const charge = '<Chrgs><Rcrd><Amt Ccy="THB">0.50</Amt></Rcrd></Chrgs>';
    const sound = [
      block(2, detail('A', '1.00'), detail('B', '1.00')) + block(1, detail('C', '3.00')),
      block(2, detail('A', '2.00', charge), detail('B', '4.00', charge)),
    ];
    for (const details of sound) {
      const { inputs, faults } = await reconciled({ bank: entry(details) });
      expect([inputs[0]?.control?.agrees, faults]).toEqual([true, []]);
    }
    const { faults } = await reconciled({ bank: entry(block(2, detail('A', '5.00'))) });
    expect(faults).toEqual(['number of the details of entry 1: stated 2, read 1']);
  });

  it('of another currency never matches baht', async () => {
    const bank = camt(
      `<Ntry><Amt Ccy="USD">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>${BOOKED}<NtryDtls><TxDtls><Refs><EndToEndId>A1</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`,
    );
    const own = 'reference,amount,date\nA1,5.00,2026-02-02\n';
    const { breaks } = await reconciled({ orders: own, bank });
    expect(breaks.map(({ class: kind }) => kind)).toEqual(['missing-in-orders', 'missing-at-bank']);
  });
});

describe('a report of BAI2', () => {
  const REPORT = `01,BANK,ME,260201,0100,1,80,,2/
02,ME,BANK,1,260131,,,2/
03,123,,010,1000,,,100,700,2,V,260131,,400,200,1,/
88,015,1500,,/
16,195,500,V,260202,1200,B1,C1,text, with / and commas/
16,195,200,S,1,2,3,B2,C2/
16,455,200,D,2,0,100,1,100,B3,C3,/
16,890,,,,,only a note/
49,4300,7/ 98,4300,1,9/ 99,4300,1,11/
`;

  it('is read whatever is said of the availability, with several records on a line', async () => {
    const { breaks, faults, inputs } = await reconciled({ bank: REPORT });
    expect(faults).toEqual([]);
    expect(inputs[0]).toMatchObject({ rows: 3, total: '5.00', control: { agrees: true } });
    const found = breaks.map(({ reference, transactionId, amounts, rows }) => [
      ...[reference, transactionId, amounts.bank, rows.bank[0]],
    ]);
    expect(found.sort()).toEqual([
      ['C1', 'B1', '5.00', 5],
      ['C2', 'B2', '2.00', 6],
      ['C3', 'B3', '-2.00', 7],
    ]);
  });

  it.each(['-2.5', '-1000000', '999999999999999', '1e300', 'x'])(
    'is read to its end where the availability has so many parts: %s',
    async (parts) => {
      const bank = REPORT.replace('03,123,,010,1000,,,', `03,123,,100,1000,,D,${parts},`);
      expect((await reconciled({ bank })).inputs[0]).toMatchObject({ rows: 3, total: '5.00' });
    },
  );

  it('is compared with each of its trailers', async () => {
    const bank = REPORT.replace('49,4300,7', '49,4200,6').replace('98,4300,1,9', '98,4300,2,9');
    expect((await reconciled({ bank })).faults).toEqual([
      'control total of the account: stated 42.00, read 43.00',
      'number of records of the account: stated 6, read 7',
      'number of accounts of the group: stated 2, read 1',
    ]);
    const cut = REPORT.slice(0, REPORT.indexOf('49,'));
    expect((await reconciled({ bank: cut })).faults).toContain(
      'the file ends before its trailer record',
    );
  });
});
