import { area } from '../core/message.js';

const of = (what: string, detail: string) => (detail === '' ? what : `${what} ${detail}`);

/** What is said and done in a history, in the terminal and on the page. */
export const attackEvents = area('attackEvents', () => ({
  creates: (amount: string) => of('makes an order of', amount),
  pays: (amount: string) => of('pays', amount),
  cannotPay: (amount: string) => of('cannot pay', amount),
  refunds: (amount: string) => of('gives back', amount),
  confirms: (amount: string) => of('confirms', amount),
  confirmsOther: (amount: string) => of('confirms under the same id', amount),
  forges: (amount: string) => of('confirms what nobody paid:', amount),
  acknowledges: (status: string) => of('acknowledges', status),
  refuses: (status: string) => of('does not acknowledge', status),
  silent: (detail: string) => of('does not answer', detail),
  hangs: (detail: string) => of('does not answer in 10 s', detail),
  asks: (call: string) => of('asks', call),
  failsAnswers: (fault: string) => of('answers from now on:', fault),
  endsTokens: (detail: string) => of('ends all tokens', detail),
  clock: (moment: string) => of('has the clock at', moment),
  killed: (detail: string) => of('is killed', detail),
  started: (detail: string) => of('is started again', detail),
  crashed: (detail: string) => of('ends by itself', detail),
  says: (state: string) => of('says in the end:', state === '' ? 'nothing' : state),
  times: (times: number) => `${times} times`,
}));
