/** `payctl/testing`: the embedded bank in the process of a test. */
export { type BankStart, startBank, type TestBank } from './library/bank.js';
