import { area } from '../core/message.js';

/** What can be unlike what was expected, and what can differ between two banks. */
export const smokeFacts = area('smokeFacts', () => ({
  exit: 'exit',
  code: 'code',
  state: 'state',
  query: 'data',
  save: 'to save',
  within: 'within',
  httpStatus: 'HTTP status',
  missing: 'missing field',
  additional: 'additional field',
  type: 'type',
  format: 'format',
}));
