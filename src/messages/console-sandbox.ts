import { area } from '../core/message.js';

const phoneWordsEnglish = {
  lead: 'You are the customer of the embedded bank. No real money moves.',
  codeText: 'Text of the QR, QR id or order number',
  codeField: 'Picture of the QR',
  scan: 'Scan',
  screen: 'On the screen of the shop',
  screenNone: 'No code was made on this machine yet.',
  payTo: 'This code asks for',
  pay: 'Pay',
  refuse: 'Refuse',
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
  until: 'Valid until',
};

export type PhoneSentences = typeof phoneWordsEnglish;

/** The customer's phone. */
export const phoneWords = area('phoneWords', phoneWordsEnglish);

const operatorWordsEnglish = {
  lead: 'You run the embedded bank: its time, its faults, and what really happened there.',
  clock: 'Clock',
  clockNow: 'The bank’s time',
  clockStopped: 'It stands still.',
  clockSet: 'Set the clock',
  clockChange: 'Time, or how far on: +2h',
  clockHour: 'One hour on',
  clockDay: 'One day on',
  clockStop: 'Stop',
  clockStart: 'Start',
  clockReset: 'Back to real time',
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
  all: 'Show all',
  onlyChanges: 'Without inquiries',
};

export type OperatorSentences = typeof operatorWordsEnglish;

/** The embedded bank, for who runs it. */
export const operatorWords = area('operatorWords', operatorWordsEnglish);
