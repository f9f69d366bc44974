import { loadCatalogue } from '../../bank/families.js';
import type { Data } from '../../core/message.js';
import { visible } from '../../core/text.js';
import { consoleWords } from '../../messages/console.js';
import { phoneWords } from '../../messages/console-sandbox.js';
import type { OpenCode } from '../../sandbox/customer.js';
import { showSettings } from '../../sandbox/operator.js';
import { type DataRecord, fieldText, isDataRecord, toDataRecords } from '../../web/data.js';
import type { Html } from '../../web/html.js';
import type { CommandCall } from '../commands.js';
import type { RequestContext, Route, RouteResult } from '../console.js';
import { failureCard } from '../notices.js';
import { neededFor } from '../pager.js';
import { type BankState, bankPage, settingText } from '../pages/bank.js';
import { codeCard, paidCard, phonePage, type Scanned, scannedCard } from '../pages/phone.js';
import { runAudited } from './audited.js';

/** The customer's phone, and the operator's side of the embedded bank. */
export const sandboxRoutes: readonly Route[] = [
  { method: 'GET', path: '/phone', act: 'pay', sandbox: true, answer: (request) => phone(request) },
  { method: 'POST', path: '/phone/scan', act: 'pay', sandbox: true, answer: scan },
  { method: 'POST', path: '/phone/pay', act: 'pay', sandbox: true, answer: pay },
  { method: 'POST', path: '/phone/buyer-code', act: 'pay', sandbox: true, answer: buyerCode },
  { method: 'POST', path: '/phone/consent', act: 'pay', sandbox: true, answer: consent },
  { method: 'GET', path: '/bank', act: 'look', sandbox: true, answer: (request) => bank(request) },
  { method: 'POST', path: '/bank/clock', act: 'operate', sandbox: true, answer: clock },
  { method: 'POST', path: '/bank/faults', act: 'operate', sandbox: true, answer: faults },
  { method: 'POST', path: '/bank/settings', act: 'operate', sandbox: true, answer: settings },
];

/** Where there is nothing but the phone and the bank. */
export const homeOfSandbox: Route = {
  method: 'GET',
  path: '/',
  act: 'enter',
  everywhere: true,
  answer: () => ({ to: '/phone' }),
};

async function phone(request: RequestContext, above?: Html): Promise<RouteResult> {
  const { commands, frame } = request;
  const balances = await commands.run({ command: ['sandbox', 'balance'] });
  return { page: phonePage(frame, { codes: await codesToPay(request), balances }, above) };
}

/** Newest first. */
async function codesToPay({ embeddedBank }: RequestContext): Promise<OpenCode[]> {
  const { openCodes } = await import('../../sandbox/customer.js');
  return embeddedBank === undefined ? [] : openCodes(await embeddedBank());
}

/** The picture of the slip of a payment; undefined where it has none. */
async function pictureOfSlip({ embeddedBank }: RequestContext, transRef: string) {
  if (embeddedBank === undefined || transRef === '') return undefined;
  const { slipPicture } = await import('../../sandbox/server/images.js');
  return slipPicture(showSettings(await embeddedBank()).slipBank, transRef);
}

async function scan(request: RequestContext): Promise<RouteResult> {
  const { commands, form, frame, field } = request;
  const picture = form.files.get('file');
  const typed = field('code');
  const input = picture?.length ? picture : new TextEncoder().encode(typed);
  if (input.length === 0) {
    return phone(request, failureCard(frame, { message: consoleWords.noFile }));
  }
  const decoded = await commands.run({ command: ['qr', 'decode'], words: ['-'], input });
  const [code = decoded.data] = toDataRecords(decoded.data);
  const target = fieldText(code, 'payload') || (picture?.length ? '' : typed);
  if (target === '') {
    return phone(request, failureCard(frame, decoded.problem ?? { message: consoleWords.noFile }));
  }
  const open = await codesToPay(request);
  const known = open.find(({ payload, reference }) => [payload, reference].includes(target));
  return phone(
    request,
    scannedCard(frame, toScanned(target, code, known?.amount), request.nonce()),
  );
}

function toScanned(target: string, code: Data, known: string | undefined): Scanned {
  const amount = fieldText(code, 'amount') || known;
  const payee = [fieldText(code, 'billerId'), fieldText(code, 'ref1')].filter(Boolean).join(' ');
  return {
    target,
    kind: fieldText(code, 'kind') || visible(target).slice(0, 60),
    payee: payee || target.slice(0, 80),
    ...(amount && { amount }),
  };
}

async function pay(request: RequestContext): Promise<RouteResult> {
  const { frame, field, once } = request;
  const [target, amount] = [field('code'), field('amount')];
  const options = {
    ...(amount !== '' && { amount }),
    ...(field('answer') === 'refuse' && { fail: true }),
  };
  const call = { command: ['sandbox', 'pay'], options, typed: target };
  const ran = await once.run(field('once'), () =>
    runAudited(request, ['customer-pay', 'customer-paid'], { what: target }, call),
  );
  const slip = await pictureOfSlip(request, fieldText(ran.data, 'slip'));
  return phone(request, paidCard(frame, ran, slip));
}

async function buyerCode(request: RequestContext): Promise<RouteResult> {
  const { commands, field, frame } = request;
  const balance = field('balance');
  const options = { wallet: field('wallet') || 'W', ...(balance !== '' && { balance }) };
  const ran = await commands.run({ command: ['sandbox', 'buyer-code'], options });
  return phone(request, codeCard(frame, phoneWords.buyerCode, 'code', ran));
}

async function consent(request: RequestContext): Promise<RouteResult> {
  const { commands, frame } = request;
  const ran = await commands.run({ command: ['sandbox', 'consent'] });
  return phone(request, codeCard(frame, phoneWords.consentCode, 'authCode', ran));
}

async function bank(request: RequestContext, above?: Html): Promise<RouteResult> {
  const { commands, frame } = request;
  const run = (word: string) => commands.run({ command: ['sandbox', word] });
  const state = {
    clock: await run('clock'),
    faults: await run('faults'),
    settings: await run('settings'),
    ...(await readLog(request)),
  };
  return { page: bankPage(frame, state, above) };
}

/** Who only looks or logs in fills the log of the bank: what is about money is shown by itself. */
async function readLog({
  commands,
  query,
}: RequestContext): Promise<Pick<BankState, 'log' | 'isWhole' | 'page'>> {
  const [isWhole, page] = [query.get('log') === 'all', query.get('page')];
  const log = await commands.run({
    command: ['sandbox', 'log'],
    options: { limit: isWhole ? String(neededFor(page)) : '1000' },
  });
  if (isWhole) return { log, isWhole, page };
  const catalogue = await loadCatalogue();
  const quiet = catalogue.filter(({ effect }) => effect === 'read' || effect === 'auth');
  const ids = new Set(quiet.map(({ id }) => id));
  const tells = (line: DataRecord) =>
    fieldText(line, 'fault') !== '' || !ids.has(fieldText(line, 'operation'));
  return { log: { ...log, data: toDataRecords(log.data).filter(tells) }, isWhole, page };
}

async function clock(request: RequestContext): Promise<RouteResult> {
  return changed(request, { command: ['sandbox', 'clock'], typed: request.field('change') });
}

async function faults(request: RequestContext): Promise<RouteResult> {
  const { field } = request;
  const [operation, times] = [field('operation'), field('times')];
  const options = { ...(operation && { operation }), ...(times && { times }) };
  return changed(request, { command: ['sandbox', 'faults'], options, typed: field('fault') });
}

/** Only those that differ from what stands are set. */
async function settings(request: RequestContext): Promise<RouteResult> {
  const { commands, form } = request;
  const { data } = await commands.run({ command: ['sandbox', 'settings'] });
  const changes = Object.entries(isDataRecord(data) ? data : {}).flatMap(([name, value]) => {
    const given = form.fields.get(name);
    return given === undefined || given === settingText(value) ? [] : [`${name}=${given}`];
  });
  if (changes.length === 0) return bank(request);
  return changed(request, { command: ['sandbox', 'settings'], words: changes });
}

async function changed(request: RequestContext, call: CommandCall): Promise<RouteResult> {
  const { commands, audit, frame } = request;
  const ran = await commands.run(call);
  audit.write({ action: call.command.join(' '), exit: ran.exit });
  return bank(request, ran.problem && failureCard(frame, ran.problem));
}
