import type { Bank } from '../../src/sandbox/bank.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';

export const UID = '0123456789ABCDEFGHIJKLMNOPQRSTUV';

/** Of a JSON call by the application. */
export const headersWith = (token: string) => ({
  'content-type': 'application/json',
  authorization: `Bearer ${token}`,
  resourceOwnerId: SANDBOX_PROFILE.apiKey,
  requestUId: UID,
});

export interface Answered {
  status: number;
  headers: Record<string, string>;
  /** `status.code`. */
  code: unknown;
  description: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers are read field by field in tests
  data: any;
  text: string;
}

export interface CallOptions {
  headers?: Record<string, string | undefined>;
  /** A token; `null` for none. The application's is fetched unless given. */
  token?: string | null;
}

export async function call(
  bank: Bank,
  method: string,
  path: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<Answered> {
  const token = options.token === undefined ? await applicationToken(bank) : options.token;
  const headers: Record<string, string | undefined> = {
    resourceOwnerId: SANDBOX_PROFILE.apiKey,
    requestUId: UID,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...options.headers,
  };
  const { response } = await bank.handle({
    method,
    url: SANDBOX_PROFILE.baseUrl + path,
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    ),
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = new TextDecoder().decode(response.body);
  const json = text.startsWith('{') ? JSON.parse(text) : undefined;
  return {
    status: response.status,
    headers: response.headers,
    code: json?.status?.code,
    description: json?.status?.description ?? '',
    data: json?.data,
    text,
  };
}

export function tokenCall(
  bank: Bank,
  fields: Record<string, string> = {},
  options: CallOptions = {},
) {
  const body = {
    applicationKey: SANDBOX_PROFILE.apiKey,
    applicationSecret: SANDBOX_PROFILE.apiSecret,
    ...fields,
  };
  return call(bank, 'POST', '/v1/oauth/token', body, { token: null, ...options });
}

const tokens = new WeakMap<Bank, { token: string; expiresAt: number }>();

/** Fetched again only when it has expired, so that a test's log holds what the test did. */
async function applicationToken(bank: Bank): Promise<string> {
  const known = tokens.get(bank);
  if (known !== undefined && known.expiresAt > bank.now()) return known.token;
  const token: string = (await tokenCall(bank)).data.accessToken;
  tokens.set(bank, { token, expiresAt: bank.now() + 1_800_000 });
  return token;
}

const MERCHANT = { companyId: SANDBOX_PROFILE.companyId, terminalId: SANDBOX_PROFILE.terminalId };

/** One of the six e-wallet calls, with the merchant's fields filled in. */
export function ewallet(
  bank: Bank,
  verb: 'qrcode/create' | 'pay' | 'inquire' | 'cancel' | 'refund' | 'qrcode/cancel',
  fields: Record<string, string>,
) {
  return call(bank, 'POST', `/v1/payment/ewallets/${verb}`, {
    ...MERCHANT,
    tranType: 'W',
    ...fields,
  });
}
