import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';
import { pluralize } from '../core/text.js';

/** Attacking one's own application: what goes wrong, and what is said in a terminal. */
export const attack = area('attack', () => ({
  needsOrders: 'payctl does not know how the application lists its orders',
  giveOrders: "give --orders COMMAND, for example --orders 'curl -s http://127.0.0.1:8080/orders'",
  needsCreate: 'payctl does not know how the application makes an order',
  giveCreate: 'give --create COMMAND, which prints {"reference","amount","payload"} of a new order',
  needsConfirmTo: 'payctl does not know where the application takes confirmations',
  giveConfirmTo: 'give --confirm-to URL, for example --confirm-to http://127.0.0.1:8080/confirm',
  notLoopback: (url: string) => `${url} is not on this machine: an attack never leaves it`,
  useLoopback: 'use an address of 127.0.0.1, [::1] or localhost',
  notUrl: (url: string) => `${url} is not an HTTP address`,
  needsStart: (name: string) =>
    `the scenario ${name} ends the application, and nothing starts it again`,
  seedsWrong: (seeds: number, most: number) => `--seeds is ${seeds}; use 1 to ${most}`,
  noScenario: (name: string) => `there is no scenario ${name}`,
  seeList: phrase`${payctl.withoutProfile`attack --list`} shows their names`,
  noFinding: (id: string) => `${id} is not the id of a finding`,
  findingForm: 'copy the id from the line that begins with payctl attack',
  portTaken: (host: string) => `something else listens on ${host} already`,
  stopOther: 'stop it: --start runs the application itself, and starts it again after each kill',
  neverUp: (host: string) =>
    `the application never came up: nothing accepts connections on ${host}`,
  seeStart: 'run the command of --start by itself and see what it prints',
  giveStart: 'start the application first, or give --start COMMAND',
  giveStartAgain: 'give --start COMMAND, which starts it again',
  noOrderMade: (why: string) => `the application made no order: ${why}`,
  ordersFailed: (why: string) => `the application did not list its orders: ${why}`,
  printsNoOrder: 'it printed no JSON with reference and amount',
  endedWith: (code: string) => `its command ended with ${code}`,
  tookTooLong: 'it took more than 10 seconds',
  answered: (status: number) => `it answered ${status}`,
  noAnswer: 'it did not answer',
  ordersUnreadable: 'the orders are neither JSON nor JSON Lines nor CSV with a header',
  ordersForms: 'each order needs reference, state and amount',
  unknownState: (state: string) => `nothing says what the state ${state} of an order means`,
  mapStates: 'name it under orders: status: in the mapping of --map, as for payctl reconcile',
  unknownPayload:
    'the payload of a new order is no code that the bank knows, and no bill payment QR',
  payloadForms:
    'payload is the text of the QR: qrRawData or codeUrl of the bank, or one that the application builds',
  skipped: (names: string) =>
    `left out: ${names}; without --start nothing can be started again, --duration ends a long run, and an application that makes no more orders, or gets those wrong that went well before, is not attacked any further`,
  stillBusy: (orders: number) =>
    `${pluralize(orders, 'order')} stayed open while the application was still at work, and nothing is said of them; give --settle more time, or run it on a machine with less to do`,
  numberedAgain: (orders: number) =>
    `nothing is said of ${pluralize(orders, 'order')} with the references of earlier ones: it may be that the application numbers orders by its clock, which payctl set back`,
  nothingPaid: (why: string) =>
    `nothing is said of paid orders, because the bank took no payment: ${why}`,
  slowApplication:
    'the application is slow: of some scenarios one history was played in place of two; give --seeds 2 for two of each, however long they take',
  dayUnclear: (orders: number) =>
    `what was paid around midnight is not credited in ${pluralize(orders, 'order')}, because the application asked for other days, or takes no payment older than the order, by a clock that payctl could not move along. If it asked for other days, that is right only if it asks from the day of the order on: one that asks for today alone loses such payments`,
  waitedToTheEnd: (seconds: number) =>
    `the application waited ${seconds} seconds for an answer of the bank, the slowest that was tried. If it has no time limit at all, an answer that never comes hangs it for ever`,
  playing: (name: string) => `playing ${name}`,
  nothingFound: (orders: number, scenarios: number) =>
    `Nothing found: ${pluralize(orders, 'order')} in ${pluralize(scenarios, 'scenario')} ${orders === 1 ? 'agrees' : 'agree'} with the bank.`,
  found: (findings: number, orders: number, scenarios: number) =>
    `${pluralize(findings, 'finding')} among ${pluralize(orders, 'order')} in ${pluralize(scenarios, 'scenario')}.`,
  bankHas: (state: string, amount: string) => `bank: ${state} ${amount}`,
  applicationSays: (state: string, amount: string) => `application: ${state} ${amount}`,
  noSuchOrder: 'no such order',
  again: (command: string) => `again: ${command}`,
  planNotMap: 'a plan is a list of keys and values',
  planKey: (key: string, guess: string) =>
    `unknown key ${key}${guess === '' ? '' : `, did you mean ${guess}?`}`,
  planValue: (key: string) => `${key} has a value that it cannot have`,
}));

const of = (what: string, detail: string) => (detail === '' ? what : `${what} ${detail}`);

/** What is said and done in a history, in the terminal and on the page. */
export const attackEvents = area('attackEvents', () => ({
  creates: (amount: string) => of('makes an order of', amount),
  reuses: (detail: string) => of('gives it the reference of an earlier order', detail),
  pays: (amount: string) => of('pays', amount),
  cannotPay: (amount: string) => of('cannot pay', amount),
  refunds: (amount: string) => of('refunds', amount),
  confirms: (amount: string) => of('confirms', amount),
  confirmsOther: (amount: string) => of('confirms under the same id', amount),
  forges: (amount: string) => of('confirms what nobody paid:', amount),
  forgesHalf: (amount: string) => of('sends half a confirmation of', amount),
  forgesUnknown: (amount: string) => of('confirms an order that nobody has:', amount),
  acknowledges: (status: string) => of('acknowledges', status),
  refuses: (status: string) => of('does not acknowledge', status),
  silent: (detail: string) => of('does not answer', detail),
  hangs: (detail: string) => of('does not answer in 10 s', detail),
  asks: (call: string) => of('asks', call),
  failsAnswers: (fault: string) => of('answers from now on:', fault),
  failsTokens: (fault: string) => of('answers calls for a token from now on:', fault),
  endsTokens: (detail: string) => of('ends all tokens', detail),
  clock: (moment: string) => of('has the clock at', moment),
  clockMoves: (by: string) => of('moves its clock:', by),
  killed: (detail: string) => of('is killed', detail),
  stopped: (minutes: string) => `is stopped for ${minutes} minutes`,
  started: (detail: string) => of('is started again', detail),
  crashed: (detail: string) => of('ends by itself', detail),
  neverStarts: (detail: string) => of('does not start again', detail),
  makesNoOrder: (detail: string) => of('makes no more orders', detail),
  wasRight: (scenario: string) => `said what the bank has, after ${scenario}`,
  says: (state: string) => of('says in the end:', state === '' ? 'nothing' : state),
  times: (times: number) => `${times} times`,
  other: 'for another order',
}));

/** The page of an attack: its words, and what each class means. */
export const attackReport = area('attackReport', () => ({
  title: 'Attack on an application',
  made: (at: string, seed: number) => `Made ${at}; seed ${seed}`,
  scenarios: 'Scenarios',
  scenario: 'Scenario',
  histories: 'Histories',
  findings: 'Findings',
  order: 'Order',
  bank: 'Bank',
  application: 'Application',
  customer: 'Customer',
  stranger: 'Stranger',
  seed: 'Seed',
  again: 'Again',
  shortest: 'This is the shortest history that still shows it.',
  notShortest: 'A shorter history may show it too.',
  sequence: 'Who said what',
  paid: 'paid',
  unpaid: 'unpaid',
  refunded: 'refunded',
  'paid-not-credited': 'A customer paid, and the application knows of it, but does not credit it.',
  dayOfPayment:
    'The bank dates payments by its own clock: ask for the day that the confirmation names, and beside today for yesterday and tomorrow.',
  'credited-not-paid': 'The application credits what nobody paid.',
  'credited-twice': 'The application credits more than once what was paid once.',
  'wrong-amount': 'The application credits another amount than was paid.',
  'refunded-still-credited': 'The bank gave the money back, and the application still credits it.',
  'believed-forgery':
    'The application believes a confirmation of money that was never paid for this order.',
  'acknowledged-and-lost':
    'The application acknowledged a confirmation, and forgot it when it was killed.',
  'never-asked':
    'No confirmation came, and the application did not ask the bank in its time; if it asks less often, give --settle more.',
  hung: 'The application did not answer in 10 seconds, or makes no more orders.',
  crashed: 'The application ended by itself, or did not start again.',
}));
