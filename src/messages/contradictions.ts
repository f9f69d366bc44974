import { area } from '../core/message.js';

/** Two statements that cannot both be true, or of which one knows less. */
export const contradictions = area('contradictions', () => ({
  // Why an answer of the bank is not believed.
  doubted: (inquiry: string, why: string) => `${inquiry}: ${why}`,

  // The bank against itself.
  paidTwice: (times: number, amounts: readonly string[]) =>
    `paid ${times} times under one reference: ${amounts.join(' and ')}`,
  amountAt: (amount: string, moment: string) => `${amount} at ${moment}`,
  slipAndBill: (slip: string, bill: string) => `the slip says ${slip}, bill inquire says ${bill}`,
  inquireAndSearch: (inquire: string, search: string) =>
    `bill inquire says ${inquire}, bill search says ${search}`,
  inquiryTwice: (inquiry: string, one: string, other: string) =>
    `${inquiry} says ${one} and ${other} of one transaction`,

  // An amount against the bank's.
  commandAmount: (command: string, amount: string, bank: string) =>
    `our ${command} says ${amount}, the bank says ${bank}`,
  payloadAmount: (payload: string, amount: string, bank: string) =>
    `the ${payload} asks for ${amount}, the bank says ${bank}`,
  givenAmount: (amount: string, bank: string) =>
    `the amount given is ${amount}, the bank says ${bank}`,

  // What this machine sent, against the bank.
  reversalNotShown: (command: string, bank: string) =>
    `we sent ${command}, but the bank shows none: it says ${bank}`,
  reversedTwice: (commands: readonly string[]) =>
    `${commands.join(' and ')} both succeeded: it was refunded twice`,
  journalAgainst: (command: string, state: string, bank: string) =>
    `our journal says that ${command} was ${state}, the bank says ${bank}`,
  journalUnknownToBank: (command: string) =>
    `our journal says that ${command} succeeded, the bank does not know it`,
  journalUnconfirmed: (command: string) =>
    `our journal says that ${command} succeeded, the bank says that it is not confirmed`,
  journalBehind: (state: string, bank: string) =>
    `our journal says ${state}, the bank says ${bank}`,
  takenBack: (bank: string) =>
    `it was paid, and the bank now says ${bank}: taken back, but not by this machine`,
  wrongWallet: (command: string, sent: string, bank: string) =>
    `we sent ${command} to ${sent}, the bank has it in ${bank}`,

  // Confirmations against the bank.
  confirmationAmount: (confirmation: string, inquiry: string) =>
    `the confirmation says ${confirmation}, the inquiry says ${inquiry}`,
  confirmationTransaction: (id: string) =>
    `the confirmation ${id} names a transaction that the bank does not have`,
  confirmationUnknown: (amount: string | undefined) =>
    `a confirmation of ${amount ?? 'a payment'} arrived, but the bank has no such payment`,
  confirmationUnpaid: (amount: string | undefined, bank: string) =>
    `a confirmation of ${amount ?? 'a payment'} arrived, but the bank says that it is not paid: ${bank}`,
  confirmationsDiffer: (id: string, fields: readonly string[]) =>
    `confirmation ${id} arrived with different contents (${fields.join(', ')}): one may be forged`,
  notDelivered: (id: string) =>
    `confirmation ${id} was received, but your application never accepted it`,

  // What a code or a slip says of itself.
  broken: (payload: string, fault: string) => `the ${payload} is broken or was altered: ${fault}`,
  otherBiller: (payee: string, own: string) =>
    `it pays biller ${payee}, but the profile has biller ${own}`,
}));
