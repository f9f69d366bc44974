import type { Message } from '../core/message.js';
import { visible } from '../core/text.js';
import { rejectedLines as words } from '../messages/rejected-lines.js';
import type { Role } from './mapping.js';

export interface BadLine {
  role: Role;
  /** Of its side, from 0. */
  index: number;
  file: string;
  line: number;
  /** The statement of the file that it stands in, from 0. */
  statement: number;
  /** The header or the positions; null where the line as a whole is wrong. */
  column: string | null;
  message: Message;
  /** The same without what stands in the file. */
  discreet: Message;
  /** The number of its reference, where it has one. */
  reference?: number | undefined;
}

/** `orders.csv:17`. */
export function fileAndLine({ file, line }: Pick<BadLine, 'file' | 'line'>): string {
  return `${visible(file)}:${line}`;
}

/** `amount is empty`. */
export function faultMessage({ column, message }: Pick<BadLine, 'column' | 'message'>): Message {
  return column === null ? message : words.ofColumn(visible(column), message);
}

/** `orders.csv:17: amount is empty`. */
export function rejectedAt(bad: BadLine): Message {
  return words.at({ file: visible(bad.file), line: bad.line, fault: faultMessage(bad) });
}
