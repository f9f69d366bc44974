import { area } from '../core/message.js';

const unproven = (shown: string, what: string) =>
  `the shared store ${shown} ${what}, and nothing else proves that it is the store`;

/** Why a server that nothing proves gets no password, and no statement. */
export const storeLogin = area('store-login', () => ({
  noLogin: (shown: string) => unproven(shown, 'sends what is no login'),
  passwordItself: (shown: string) => unproven(shown, 'asks for the password itself'),
  noProof: (shown: string) =>
    unproven(shown, 'lets us in without a proof that it knows the password'),
  wrongProof: (shown: string) => unproven(shown, 'does not prove that it knows the password'),
  order: (shown: string) => unproven(shown, 'breaks the order of SCRAM'),
  nonce: (shown: string) =>
    unproven(shown, 'answers SCRAM with a nonce that is not for this login'),
  iterations: ({
    shown,
    asked,
    least,
    most,
  }: {
    shown: string;
    asked: number;
    least: number;
    most: number;
  }) => unproven(shown, `asks for ${asked} iterations of SCRAM, not ${least} to ${most}`),
  proveServer:
    'use sslmode=verify-full, or scram-sha-256 in its pg_hba.conf and password_encryption',
}));
