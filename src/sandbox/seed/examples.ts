import type { Fields, Operation } from '../../bank/define.js';
import kept from './examples.json';
import { SANDBOX_PROFILE } from './seed.js';

/** One exchange with the embedded bank: what it takes, by field, and the data of its answer. */
export interface Example {
  input: Fields;
  answer?: unknown;
}

/** Exchanges of the documents, by operation id, and messages, by what they confirm. */
export const EXAMPLES: {
  operations: Readonly<Record<Operation['id'], Example>>;
  events: Readonly<Record<string, object>>;
} = kept;

/** The headers that every call needs. */
export const EXAMPLE_HEADERS = {
  resourceOwnerId: SANDBOX_PROFILE.apiKey,
  requestUId: '0123456789ABCDEFGHIJKLMNOPQRSTUV',
};
