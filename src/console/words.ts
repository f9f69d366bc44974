/** What the pages say beside what the commands say, in the languages of their readers. */
export interface ConsoleWords {
  skip: string;
  search: string;
  searchHint: string;
  searchHelp: string;
  menu: string;
  pages: Readonly<
    Record<
      | 'start'
      | 'journal'
      | 'confirmations'
      | 'reconcile'
      | 'health'
      | 'phone'
      | 'bank'
      | 'report'
      | 'found'
      | 'refund',
      string
    >
  >;
  environments: Readonly<Record<'test' | 'live', string>>;
  readOnly: string;
  profile: string;
  lead: string;
  slip: string;
  slipField: string;
  slipDrop: string;
  slipHelp: string;
  slipButton: string;
  noFile: string;
  noFiles: string;
  notPicture: string;
  broken: string;
  failed: string;
  exit: string;
  what: string;
  why: string;
  recognised: string;
  asked: string;
  says: string;
  refund: string;
  refundLead: string;
  refundAll: string;
  refundNone: string;
  refundDone: string;
  refundOpen: string;
  refundFailed: string;
  refunding: string;
  payee: string;
  environment: string;
  exact: string;
  back: string;
  inJournal: string;
  amount: string;
  amountBaht: string;
  time: string;
  kind: string;
  state: string;
  payer: string;
  reference: string;
  transaction: string;
  sources: string;
  none: string;
  noneFound: string;
  more: string;
  days: string;
  from: string;
  to: string;
  show: string;
  results(count: number): string;
  newer: string;
  older: string;
  of: string;
  journalLead: string;
  journalNone: string;
  operation: string;
  lines: string;
  investigate: string;
  confirmationsLead: string;
  confirmationsNone: string;
  live: string;
  lost: string;
  fresh: string;
  paused: string;
  forwarding: string;
  states: Readonly<Record<string, string>>;
  reconcileLead: string;
  orders: string;
  bankFile: string;
  compare: string;
  classes: string;
  count: string;
  breaks: string;
  allMatched: string;
  cut: string;
  healthLead: string;
  check: string;
  fix: string;
  statuses: Readonly<Record<'ok' | 'warning' | 'failure', string>>;
  phoneLead: string;
  codeText: string;
  codeField: string;
  scan: string;
  screen: string;
  screenNone: string;
  payTo: string;
  pay: string;
  refuse: string;
  paid: string;
  refused: string;
  slipPicture: string;
  slipSave: string;
  consent: string;
  consentLead: string;
  consentButton: string;
  consentCode: string;
  buyerCode: string;
  buyerLead: string;
  buyerButton: string;
  wallet: string;
  wallets: Readonly<Record<'W' | 'A' | 'P', string>>;
  until: string;
  balance: string;
  account: string;
  name: string;
  bankLead: string;
  clock: string;
  clockNow: string;
  clockStopped: string;
  clockSet: string;
  clockChange: string;
  clockHour: string;
  clockDay: string;
  clockStop: string;
  clockStart: string;
  clockReset: string;
  faults: string;
  faultName: string;
  faultOperation: string;
  faultTimes: string;
  faultSet: string;
  faultClear: string;
  faultNone: string;
  settings: string;
  settingsLead: string;
  settingsButton: string;
  log: string;
  logNone: string;
  status: string;
  code: string;
  ended: string;
  opening: string;
  goOn: string;
  notFound: string;
  linkUsed: string;
  locked: string;
  stale: string;
  slipFacts: string;
  slipSeen: string;
  slipReal: string;
  slipNot: string;
  fromBank: string;
  toBank: string;
}

export const WORDS: Readonly<Record<'en' | 'th', ConsoleWords>> = {
  en: {
    skip: 'Skip to the content',
    search: 'Search',
    searchHint: 'Reference, amount or name',
    searchHelp:
      'Any reference, QR text or slip number gives a report. An amount (250.00) or a name lists payments of the last three days.',
    menu: 'Pages',
    pages: {
      start: 'Search',
      journal: 'Journal',
      confirmations: 'Confirmations',
      reconcile: 'Reconcile',
      health: 'Health',
      phone: "Customer's phone",
      bank: 'Bank',
      report: 'Report',
      found: 'Payments found',
      refund: 'Refund',
    },
    environments: { test: 'Test', live: 'Live' },
    readOnly: 'read-only',
    profile: 'profile',
    lead: 'What became of a payment?',
    slip: 'Slip or QR picture',
    slipField: 'Picture of a slip or QR',
    slipDrop: 'Drop a slip here',
    slipHelp:
      'or paste it anywhere on the page, or choose a file: PNG, JPEG, WebP or GIF, up to 8 MB',
    slipButton: 'Check picture',
    noFile: 'No picture was chosen. Choose a file, then check it.',
    noFiles: 'Choose both files, then compare them.',
    notPicture: 'This is not a picture: use PNG, JPEG, WebP or GIF.',
    broken: 'The form did not arrive whole. Send it again.',
    failed: 'This could not be done',
    exit: 'exit',
    what: 'What',
    why: 'Why',
    recognised: 'Recognised as',
    asked: 'What was asked',
    says: 'Answer',
    refund: 'Refund',
    refundLead: 'Check amount and payee. The money goes back to the customer at once.',
    refundAll: 'All of it goes back; a part is not possible.',
    refundNone: 'This payment cannot be refunded, or it was refunded already.',
    refundDone: 'Refunded',
    refundOpen: 'The outcome of the refund is not known yet. Do not send it again.',
    refundFailed: 'Not refunded',
    refunding: 'Refund to the customer',
    payee: 'Paid to',
    environment: 'Environment',
    exact: 'The command that is run',
    back: 'Back to the report',
    inJournal: 'In the journal',
    amount: 'Amount',
    amountBaht: 'Amount in baht',
    time: 'Time',
    kind: 'Kind',
    state: 'State',
    payer: 'Payer',
    reference: 'Reference',
    transaction: 'Transaction',
    sources: 'Known to',
    none: 'None.',
    noneFound: 'Nothing was found',
    more: 'Other days',
    days: 'Days',
    from: 'From',
    to: 'To',
    show: 'Show',
    results: (count) => (count === 1 ? '1 payment' : `${count} payments`),
    newer: 'Newer',
    older: 'Older',
    of: 'of',
    journalLead: 'What this machine sent that can move money, newest first.',
    journalNone: 'The journal is empty: nothing that can move money was sent.',
    operation: 'Operation',
    lines: 'Lines of the journal',
    investigate: 'Investigate',
    confirmationsLead: 'What the bank sent, newest first. New ones appear by themselves.',
    confirmationsNone: 'None was received. They are received by the command:',
    live: 'Live',
    lost: 'Connection lost; trying again',
    fresh: 'new',
    paused: 'Updates by itself where scripts run; reload to see new ones.',
    forwarding: 'Forwarding',
    states: {
      hint: 'not verified',
      verified: 'verified',
      contradicted: 'contradicted',
    },
    reconcileLead: "Compare your orders with the bank's file; nothing is sent and nothing is kept.",
    orders: 'Orders, CSV',
    bankFile: "The bank's file, CSV",
    compare: 'Compare',
    classes: 'By class',
    count: 'Count',
    breaks: 'What does not match',
    allMatched: 'Everything matches.',
    cut: 'Only the first are shown. The command shows all:',
    healthLead: 'What payctl doctor finds on this machine, now.',
    check: 'Check',
    fix: 'To fix',
    statuses: { ok: 'ok', warning: 'warning', failure: 'failure' },
    phoneLead: 'You are the customer of the embedded bank. No real money moves.',
    codeText: 'Text of the QR, QR id or outTradeNo',
    codeField: 'Picture of the QR',
    scan: 'Scan',
    screen: 'On the screen of the shop',
    screenNone: 'No code was made on this machine yet.',
    payTo: 'This code asks for',
    pay: 'Pay',
    refuse: 'Refuse',
    paid: 'Paid',
    refused: 'Refused',
    slipPicture: 'Slip of this payment',
    slipSave: 'Save the slip',
    consent: 'Consent',
    consentLead: 'Log in at the bank and let the application act for you.',
    consentButton: 'Give consent',
    consentCode: 'Authorisation code, valid for one minute',
    buyerCode: 'Buyer code',
    buyerLead: 'Show a code for the till to read. It is valid for two minutes.',
    buyerButton: 'Show a code',
    wallet: 'Wallet',
    wallets: { W: 'Wallet B', A: 'Wallet A', P: "the bank's own QR" },
    until: 'Valid until',
    balance: 'Balance',
    account: 'Account',
    name: 'Name',
    bankLead: 'You run the embedded bank: its time, its faults, and what really happened there.',
    clock: 'Clock',
    clockNow: 'The bank’s time',
    clockStopped: 'It stands still.',
    clockSet: 'Set the clock',
    clockChange: 'Time, or how far on: +2h',
    clockHour: 'One hour on',
    clockDay: 'One day on',
    clockStop: 'Stop',
    clockStart: 'Start',
    clockReset: 'Now',
    faults: 'Faults',
    faultName: 'Name or code of the fault',
    faultOperation: 'Operation (all if empty)',
    faultTimes: 'How often (always if empty)',
    faultSet: 'Set fault',
    faultClear: 'Clear all',
    faultNone: 'No fault is set.',
    settings: 'Settings',
    settingsLead: 'How the bank behaves where its specification is silent.',
    settingsButton: 'Save settings',
    log: 'Log',
    logNone: 'Nothing has happened at the bank yet.',
    status: 'HTTP',
    code: 'Code',
    ended: 'The console has ended. Start it again: payctl console',
    opening: 'Opening the console',
    goOn: 'Go on',
    notFound: 'There is no such page.',
    linkUsed:
      'This link was used already, or is not of this console. Start payctl console again for a new one.',
    locked: 'Open the link that payctl console printed: this browser has not followed it.',
    stale: 'This form is not of this console. Open the page again and send it from there.',
    slipFacts: 'The slip, as the bank has it',
    slipSeen: 'Seen before',
    slipReal: 'The bank knows this slip.',
    slipNot: 'The slip could not be verified',
    fromBank: 'Sending bank',
    toBank: 'Receiving bank',
  },
  th: {
    skip: 'ข้ามไปยังเนื้อหา',
    search: 'ค้นหา',
    searchHint: 'เลขอ้างอิง จำนวนเงิน หรือชื่อ',
    searchHelp:
      'เลขอ้างอิง ข้อความใน QR หรือเลขที่สลิปจะแสดงรายงาน จำนวนเงิน (250.00) หรือชื่อจะแสดงรายการชำระเงินสามวันล่าสุด',
    menu: 'หน้าต่าง ๆ',
    pages: {
      start: 'ค้นหา',
      journal: 'บันทึกรายการ',
      confirmations: 'การยืนยันจากธนาคาร',
      reconcile: 'กระทบยอด',
      health: 'สถานะระบบ',
      phone: 'โทรศัพท์ของลูกค้า',
      bank: 'ธนาคาร',
      report: 'รายงาน',
      found: 'รายการที่พบ',
      refund: 'คืนเงิน',
    },
    environments: { test: 'ทดสอบ', live: 'ใช้งานจริง' },
    readOnly: 'อ่านอย่างเดียว',
    profile: 'โปรไฟล์',
    lead: 'การชำระเงินนี้เป็นอย่างไร',
    slip: 'รูปสลิปหรือ QR',
    slipField: 'รูปสลิปหรือ QR',
    slipDrop: 'วางสลิปที่นี่',
    slipHelp: 'หรือวางจากคลิปบอร์ดที่ใดก็ได้ในหน้านี้ หรือเลือกไฟล์ PNG, JPEG, WebP หรือ GIF ไม่เกิน 8 MB',
    slipButton: 'ตรวจสอบรูป',
    noFile: 'ยังไม่ได้เลือกรูป โปรดเลือกไฟล์แล้วตรวจสอบอีกครั้ง',
    noFiles: 'โปรดเลือกทั้งสองไฟล์แล้วเปรียบเทียบ',
    notPicture: 'ไฟล์นี้ไม่ใช่รูป ใช้ PNG, JPEG, WebP หรือ GIF',
    broken: 'ข้อมูลมาไม่ครบ โปรดส่งอีกครั้ง',
    failed: 'ทำรายการไม่ได้',
    exit: 'รหัสผล',
    what: 'เหตุการณ์',
    why: 'เหตุผล',
    recognised: 'อ่านได้ว่าเป็น',
    asked: 'คำถามที่ส่งไป',
    says: 'คำตอบ',
    refund: 'คืนเงิน',
    refundLead: 'ตรวจสอบจำนวนเงินและผู้รับเงิน เงินจะคืนให้ลูกค้าทันที',
    refundAll: 'คืนทั้งจำนวนเท่านั้น',
    refundNone: 'รายการนี้คืนเงินไม่ได้ หรือคืนเงินไปแล้ว',
    refundDone: 'คืนเงินแล้ว',
    refundOpen: 'ยังไม่ทราบผลการคืนเงิน ห้ามส่งซ้ำ',
    refundFailed: 'ไม่ได้คืนเงิน',
    refunding: 'คืนเงินให้ลูกค้า',
    payee: 'ชำระให้',
    environment: 'ระบบ',
    exact: 'คำสั่งที่ใช้',
    back: 'กลับไปที่รายงาน',
    inJournal: 'ในบันทึกรายการ',
    amount: 'จำนวนเงิน',
    amountBaht: 'จำนวนเงิน (บาท)',
    time: 'เวลา',
    kind: 'ประเภท',
    state: 'สถานะ',
    payer: 'ผู้ชำระ',
    reference: 'เลขอ้างอิง',
    transaction: 'เลขที่รายการ',
    sources: 'แหล่งข้อมูล',
    none: 'ไม่มี',
    noneFound: 'ไม่พบรายการ',
    more: 'วันอื่น',
    days: 'วันที่',
    from: 'ตั้งแต่',
    to: 'ถึง',
    show: 'แสดง',
    results: (count) => `${count} รายการ`,
    newer: 'ใหม่กว่า',
    older: 'เก่ากว่า',
    of: 'จาก',
    journalLead: 'คำสั่งที่เครื่องนี้ส่งและเคลื่อนย้ายเงินได้ ใหม่สุดอยู่บน',
    journalNone: 'ยังไม่มีบันทึก เครื่องนี้ไม่เคยส่งคำสั่งที่เคลื่อนย้ายเงิน',
    operation: 'คำสั่ง',
    lines: 'บรรทัดในบันทึก',
    investigate: 'ตรวจสอบ',
    confirmationsLead: 'ข้อความที่ธนาคารส่งมา ใหม่สุดอยู่บน รายการใหม่แสดงเอง',
    confirmationsNone: 'ยังไม่ได้รับ รับได้ด้วยคำสั่ง:',
    live: 'สด',
    lost: 'การเชื่อมต่อขาด กำลังลองใหม่',
    fresh: 'ใหม่',
    paused: 'แสดงรายการใหม่เองเมื่อเปิดใช้สคริปต์ หรือโหลดหน้านี้อีกครั้ง',
    forwarding: 'การส่งต่อ',
    states: {
      hint: 'ยังไม่ตรวจ',
      verified: 'ตรวจแล้ว',
      contradicted: 'ขัดแย้ง',
    },
    reconcileLead: 'เทียบคำสั่งซื้อกับไฟล์ของธนาคาร ไม่มีการส่งหรือเก็บข้อมูลใด ๆ',
    orders: 'คำสั่งซื้อ (CSV)',
    bankFile: 'ไฟล์ของธนาคาร (CSV)',
    compare: 'เปรียบเทียบ',
    classes: 'แยกตามประเภท',
    count: 'จำนวน',
    breaks: 'รายการที่ไม่ตรงกัน',
    allMatched: 'ตรงกันทุกรายการ',
    cut: 'แสดงเฉพาะรายการแรก ๆ คำสั่งนี้แสดงทั้งหมด:',
    healthLead: 'ผลของ payctl doctor บนเครื่องนี้ในขณะนี้',
    check: 'สิ่งที่ตรวจ',
    fix: 'วิธีแก้',
    statuses: { ok: 'ปกติ', warning: 'ควรดู', failure: 'ผิดพลาด' },
    phoneLead: 'คุณคือลูกค้าของธนาคารจำลอง ไม่มีเงินจริงเคลื่อนย้าย',
    codeText: 'ข้อความใน QR รหัส QR หรือ outTradeNo',
    codeField: 'รูป QR',
    scan: 'สแกน',
    screen: 'บนหน้าจอของร้าน',
    screenNone: 'เครื่องนี้ยังไม่ได้สร้างรหัส',
    payTo: 'รหัสนี้ขอรับเงิน',
    pay: 'จ่าย',
    refuse: 'ปฏิเสธ',
    paid: 'ชำระแล้ว',
    refused: 'ปฏิเสธแล้ว',
    slipPicture: 'สลิปของรายการนี้',
    slipSave: 'บันทึกสลิป',
    consent: 'ให้ความยินยอม',
    consentLead: 'เข้าสู่ระบบธนาคารและอนุญาตให้แอปพลิเคชันทำแทนคุณ',
    consentButton: 'ยินยอม',
    consentCode: 'รหัสอนุญาต ใช้ได้หนึ่งนาที',
    buyerCode: 'รหัสผู้ซื้อ',
    buyerLead: 'แสดงรหัสให้ร้านอ่าน ใช้ได้สองนาที',
    buyerButton: 'แสดงรหัส',
    wallet: 'วอลเล็ต',
    wallets: { W: 'วอลเล็ต B', A: 'วอลเล็ต A', P: 'QR ของธนาคาร' },
    until: 'ใช้ได้ถึง',
    balance: 'ยอดเงิน',
    account: 'บัญชี',
    name: 'ชื่อ',
    bankLead: 'คุณดูแลธนาคารจำลอง: เวลา ความผิดพลาด และเหตุการณ์จริงที่ธนาคาร',
    clock: 'นาฬิกา',
    clockNow: 'เวลาของธนาคาร',
    clockStopped: 'นาฬิกาหยุดอยู่',
    clockSet: 'ตั้งนาฬิกา',
    clockChange: 'เวลา หรือเลื่อนไป เช่น +2h',
    clockHour: 'เลื่อนไปหนึ่งชั่วโมง',
    clockDay: 'เลื่อนไปหนึ่งวัน',
    clockStop: 'หยุด',
    clockStart: 'เดินต่อ',
    clockReset: 'เวลาปัจจุบัน',
    faults: 'ความผิดพลาดจำลอง',
    faultName: 'ชื่อหรือรหัสความผิดพลาด',
    faultOperation: 'คำสั่ง (ว่างคือทั้งหมด)',
    faultTimes: 'กี่ครั้ง (ว่างคือเสมอ)',
    faultSet: 'ตั้งค่า',
    faultClear: 'ล้างทั้งหมด',
    faultNone: 'ไม่ได้ตั้งความผิดพลาด',
    settings: 'การตั้งค่า',
    settingsLead: 'ธนาคารทำอย่างไรเมื่อข้อกำหนดไม่ได้ระบุไว้',
    settingsButton: 'บันทึกการตั้งค่า',
    log: 'บันทึกของธนาคาร',
    logNone: 'ยังไม่มีเหตุการณ์ที่ธนาคาร',
    status: 'HTTP',
    code: 'รหัส',
    ended: 'คอนโซลปิดแล้ว เริ่มใหม่ด้วยคำสั่ง payctl console',
    opening: 'กำลังเปิดคอนโซล',
    goOn: 'ไปต่อ',
    notFound: 'ไม่มีหน้านี้',
    linkUsed: 'ลิงก์นี้ใช้ไปแล้ว หรือไม่ใช่ของคอนโซลนี้ เริ่ม payctl console ใหม่เพื่อรับลิงก์ใหม่',
    locked: 'เปิดลิงก์ที่ payctl console แสดงไว้ เบราว์เซอร์นี้ยังไม่ได้เปิดลิงก์นั้น',
    stale: 'แบบฟอร์มนี้ไม่ใช่ของคอนโซลนี้ เปิดหน้านี้ใหม่แล้วส่งอีกครั้ง',
    slipFacts: 'ข้อมูลสลิปจากธนาคาร',
    slipSeen: 'เคยเห็นแล้ว',
    slipReal: 'ธนาคารมีสลิปนี้',
    slipNot: 'ตรวจสอบสลิปไม่ได้',
    fromBank: 'ธนาคารต้นทาง',
    toBank: 'ธนาคารปลายทาง',
  },
};
