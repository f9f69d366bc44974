import { shellWord } from '../core/text.js';
import type { Found } from './judge.js';
import { type Reconciled, referenceOf, transactionIdOf } from './reconcile.js';

/** What a person may do about a record, in one line; null where nothing is left to do. */
export function nextStep(found: Found, result: Reconciled, program: string): string | null {
  const { own, bank, machine } = result;
  const id =
    machine.texts.textOf(referenceOf(found, own, bank)) ||
    machine.texts.textOf(transactionIdOf(found, own, bank));
  const word = shellWord(id);
  const investigate = `${program} investigate ${word}`;
  const isOpen = machine.isOpen(referenceOf(found, own, bank));
  switch (found.kind) {
    case 'matched':
      return null;
    case 'bad-line':
      return 'correct the line or the mapping, and run again';
    case 'duplicate-line':
      return 'ask who made the file why the line stands in it twice';
    case 'fee':
      return 'compare the fee with what was agreed';
    case 'wrong-day':
      return 'book it on the day of the bank';
    case 'timing':
      return isOpen ? recover(program, word) : 'run again with the file of the next day';
    case 'paid-twice':
      return `give one payment back, after ${investigate}`;
    case 'unknown-but-paid':
      return isOpen
        ? `${recover(program, word)}; if it stays open: ${program} journal settle ${word} --as executed --note TEXT`
        : `mark the order as paid, after ${investigate}`;
    case 'missing-at-bank':
      return isOpen ? recover(program, word) : investigate;
    case 'reversed':
    case 'amount':
    case 'missing-in-orders':
    case 'not-in-journal':
    case 'success-but-absent':
      return investigate;
  }
}

function recover(program: string, word: string): string {
  return `${program} journal recover --ref ${word}`;
}
