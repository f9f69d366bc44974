import type { Command } from '../../runtime/command.js';
import { close, create, reopen, resolve } from './change.js';
import { exported } from './export.js';
import { breaks, decisions, list, status, verify } from './read.js';

export const commands: readonly Command[] = [
  create,
  list,
  status,
  breaks,
  resolve,
  decisions,
  close,
  reopen,
  exported,
  verify,
];
