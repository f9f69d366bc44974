// Every operation of the bank by its command, with what succeeds and what the bank refuses.

const CPM = '010000000000101ABCDEFGHIJ000000000';
const TODAY = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);

/** @param {(...args: string[]) => Promise<{ code: number, stdout: string, stderr: string }>} payctl */
export async function callEverything(payctl) {
  await tokens();
  await wallets();
  await codes();
  await presented();
  await transfers();
  await directDebit();
  await profiles();

  /** Runs a command, which must end with this exit code. */
  async function run(command, code = 0) {
    const ended = await payctl(...command.split(' '), '-o', 'json');
    if (ended.code === code) return ended.stdout;
    throw new Error(`payctl ${command}: exit ${ended.code}, not ${code}\n${ended.stderr}`);
  }

  async function field(command, path) {
    return JSON.parse(await run(`${command} --query ${path}`));
  }

  async function bare(command) {
    return (await payctl(...command.split(' '))).stdout.trim();
  }

  async function tokens() {
    await run('token');
    await run('profile customer', 4);
    await run('token login --redirect-port 0 --wait 1ms', 8);
    await run('token login --auth-code none', 4);
    await run(`token login --auth-code ${await bare('sandbox consent --raw')}`);
    await run('token refresh --grant user');
  }

  async function wallets() {
    await run('ewallet create --tran-type W --out-trade-no SBXW1 --total-fee 250.00');
    await run('ewallet create --tran-type W --out-trade-no SBXW1 --total-fee 9.00', 5);
    await run('ewallet create --tran-type A --out-trade-no SBXA1 --total-fee 80');
    await run('ewallet inquire --tran-type W --out-trade-no SBXW1', 8);
    await run('sandbox pay SBXW1');
    await run('ewallet inquire --tran-type W --out-trade-no SBXW1');
    await run('ewallet inquire --tran-type W --out-trade-no SBXNONE', 6);
    await run('ewallet cancel --tran-type W --out-trade-no SBXW1', 5);
    await run('ewallet refund --tran-type W --out-trade-no SBXW1 --total-fee 250.00');
    await run('ewallet create --tran-type W --out-trade-no SBXW2 --total-fee 5');
    await run('ewallet close --tran-type W --out-trade-no SBXW2');
    await run('ewallet close --tran-type W --out-trade-no SBXNONE', 6);
    const pay = 'ewallet pay --tran-type A --total-fee 10.00';
    const code = await bare('sandbox buyer-code --wallet A --raw');
    await run(`${pay} --out-trade-no SBXA2 --buyer-identity-code ${code}`);
    await run(`${pay} --out-trade-no SBXA3 --buyer-identity-code ${code}`, 5);
    const slow = await bare('sandbox buyer-code --wallet A --pending 60s --raw');
    await run(`${pay} --out-trade-no SBXA4 --buyer-identity-code ${slow}`, 8);
    await run('ewallet cancel --tran-type X --out-trade-no SBXA2');
  }

  async function codes() {
    const times = '--number-of-times 2 --expiry-date';
    const open = await field('qr create --ref1 BILL1', 'data.qrRawData');
    await run(`sandbox pay ${open} --amount 20`);
    const bill = 'qr create --ref1 BILL2 --ref2 TABLE4 --ref3 SBX1 --amount 100.00';
    const { slip } = JSON.parse(await run(`sandbox pay ${await field(bill, 'data.qrRawData')}`));
    await run('qr create --ref1 BILL3 --amount 9999999999.99', 5);
    await payctl('qr', 'create', '--ref1', 'B4', ...times.split(' '), '2099-12-31 23:59:59');
    await run(`slip verify ${slip} --sending-bank 999`);
    await run('slip verify 20260131NONE --sending-bank 999', 6);
    await run('bill inquire --reference1 BILL2 --amount 100.00');
    await run('bill inquire --reference1 BILL9', 8);
    await run(`bill search --from-date ${TODAY} --to-date ${TODAY} --page-size 1 --page-number 1`);
    await run('qr create --api v1 --ref1 BILL5 --amount 5');
    const card = await field('qr create --qr-type CS --invoice C1 --amount 75', 'qrCodeId');
    await run('qr create --qr-type CS --invoice C1 --amount 75', 5);
    await run('qr create --qr-type PPCS --ref1 BILL6 --invoice C2 --amount 40');
    await run(`qr inquire ${card}`, 6);
    await run(`sandbox pay ${card}`);
    await run(`qr inquire ${card}`);
    await run(`qr inquire ${card} --method POST`);
    const { transactionId } = JSON.parse(await run(`qr inquire ${card}`));
    await run(`qr void --reversal-type REFUND_REQUEST --bp-reference ${transactionId}`);
    await run('qr void --reversal-type CANCELLATION_REQUEST --bp-reference NONE', 6);
  }

  async function presented() {
    const pay = 'cpm pay --transaction-amount 20 --reference1 TILL7';
    const code = await bare('sandbox buyer-code --wallet P --raw');
    await run(`${pay} --qr-data ${code} --partner-transaction-id ${CPM}1`);
    await run(`${pay} --qr-data ${code} --partner-transaction-id ${CPM}2`, 5);
    const inquire = 'bill inquire --event-code 00300104 --partner-transaction-id';
    await run(`${inquire} ${CPM}1`);
    await run(`sandbox clock ${TODAY}T12:00:00+07:00`);
    await run(`cpm refund --partner-transaction-id ${CPM}1`);
    await run(`${inquire} ${CPM}1`, 5);
    await run('sandbox clock now');
    await run(`cpm refund --partner-transaction-id ${CPM}3`, 6);
  }

  async function transfers() {
    const credit = 'transfer credit initiate --payee-account-no';
    const own = await field(`${credit} 2220000001 --payee-bank-code 999 --amount 7`, 'tokenizerId');
    const inquire = `transfer inquire --date-from ${TODAY} --tokenizer-id`;
    await run(`${inquire} ${own}`);
    await run(`transfer credit confirm --tokenizer-id ${own}`);
    await run(`${inquire} ${own}`);
    await run(`${inquire} NONE`, 6);
    await run('transfer credit confirm --tokenizer-id NONE', 6);
    await run(`${credit} 1234567890 --payee-bank-code 014 --amount 9.25`);
    await run(`${credit} 9999999999 --payee-bank-code 999 --amount 9.25`, 6);
    await run(
      'transfer credit initiate --payee-proxy-type NATID --payee-proxy-value 1100000000025 --amount 1',
    );
    await run(
      `${credit} 2220000000005 --payee-bank-code 999 --payer-account-no 1110000000002 --currency USD --objective-code 318245 --amount 10`,
    );
    const plans = { full: 0, partial: 11, failed: 5, 'failed-partial': 11, processing: 8 };
    for (const [plan, code] of Object.entries(plans)) {
      const debit = 'transfer debit initiate --payer-account-no 2220000001 --amount 100';
      const id = await field(debit, 'tokenizerId');
      if (plan !== 'full') await run(`sandbox transfer ${id} --plan ${plan}`);
      await run(`transfer debit confirm --tokenizer-id ${id}`, code);
      await run(`${inquire} ${id}`, code);
    }
  }

  async function directDebit() {
    const register = 'dd register --ref1 CUST7 --back-url https://shop.example/done --reg-ref';
    await run(`${register} REG1`);
    await run(`${register} REG1`, 5);
    await run('dd registration --reg-ref REG1', 8);
    await run('dd registration --reg-ref NONE', 6);
    await run('sandbox registration approve REG1');
    await run('dd registration --reg-ref REG1');
    const charge = 'dd charge --amount 12.50 --account-number';
    const when = await field(`${charge} 2220000001 --ref-number CH1`, 'refDateTime');
    await run(`${charge} 9990000009 --ref-number CH2`, 5);
    await run(`dd payment --ref-number CH1 --ref-date-time ${when}`);
    await run(`dd payment --ref-number NONE --ref-date-time ${when}`, 6);
  }

  async function profiles() {
    await run('profile customer');
    await run('profile merchant');
    await run('api GET /v1/shopapp/merchant/profile');
  }
}
