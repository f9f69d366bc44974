import type { ErrorCodes } from '../bank/define.js';
import { findOperation } from '../bank/families.js';
import type { CodedRefusal } from '../sandbox/faults.js';
import { type CodeMeaning, exits, meaningsIn } from './meanings.js';

const LATER = 'repeat a read later; after a call that moves money: payctl journal recover';
const COMPARE = "compare the input with the command's --help";
const WAIT = 'inquire after 45 minutes: payctl transfer inquire';
const AGAIN = 'register again: payctl dd register';
const ASK = 'inquire again: payctl dd registration';

/**
 * What each code of the bank means, by kind: `status/code | meaning | whose fault it is | what to do`,
 * without the last two where nothing has to be done. CANCELED is not among the wallets' states in the
 * specification; the exit table takes it for final wherever it comes.
 */
export const codes = meaningsIn(`
# business code, specification
200/1000 | success
400/1102 | invalid accept-language | you | give --lang en or --lang th
400/9100 | requestUId or resourceOwnerId is missing | you | payctl doctor
401/9100 | no credentials came with the call | you | payctl token get
401/9300 | the authorization code or refresh token is invalid or has expired, or the application requires a codeChallenge | you | payctl token login; a code lives one minute, a refresh token one hour
401/9500 | the credentials or the access token are not valid | you | payctl doctor
403/9500 | the credentials are not allowed to make this call | you | payctl doctor
403/9503 | the application may not use this way of authorization | you | use the other flow (token get or token login), or ask the bank for the right
401/9591 | this endpoint wants two-way TLS | you | set a client certificate; payctl doctor
401/9595 | the bank could not verify the TLS signature | you | payctl doctor
429/9900 | too many calls; this one was not executed | you | wait and repeat, or lower --rate
500/9900 | the gateway took the call for a threat | unclear | payctl journal recover; then ask the bank
503/9900 | the service is overloaded, down or in maintenance | bank | ${LATER}
504/9900 | the bank took too long; whether it was executed is not known | bank | ${LATER}
503/9990 | the service is unavailable or in maintenance | bank | ${LATER}
8101 | a system behind the gateway answered wrongly; whether it was executed is not known | bank | ${LATER}
500/none | the endpoint does not know this HTTP method | you | use the method that payctl help names
# business code, public facts
400/1101 | a required parameter is missing | you | ${COMPARE}
400/1102 | a parameter is invalid | you | ${COMPARE}
400/1103 | a parameter is an empty string | you | leave the field out instead
404/1104 | the bank does not know this reference | you | payctl investigate ID
400/1105 | a field name is unknown | you | check fields given by -f, -F and --data
400/1111 | a duplicate: this reference was used before | you | inquire it before taking a new one
501/4101 | the channel or feature is not supported | you | ask the bank to enable it
400/8102 | the payment system refused the call | unclear | read the description that came with it
500/8901 | a database error at the bank | bank | ${LATER}
500/8902 | a database error at the bank | bank | ${LATER}
500/9700 | an error of the bank's server | bank | ${LATER}
405/9900 | the endpoint does not know this HTTP method | you | use the method that payctl help names
415/9900 | the content type is not accepted | you | send JSON
502/9900 | the gateway got no answer from the system behind it | bank | ${LATER}
# transfer code, public facts
000 | done at the payment hub, but the confirm failed | bank | ${WAIT}
112 | the national switch refused the transfer | bank | check payee and proxy, then ask the bank
113 | the amount is not valid | you | check the amount and the limits
114 | the account takes no deposit by this channel | customer | use another account
117 | the channel is not valid | you | ask the bank which channels you may use
125 | the destination bank is not valid | you | check the bank code
400/VF0001 | the request is not valid | you | ${COMPARE}
400/VF0002 | the body is not valid | you | ${COMPARE}
400/VF0003 | a field failed its check | you | ${COMPARE}
409/BU0001 | the tokenizerId is unknown | you | initiate again; check the tokenizerId
409/BU0006 | the transfer could not be saved | bank | ${WAIT}
409/BU9998 | a business rule refused the transfer | unclear | ${WAIT}
409/LB9002 | still pending at the hub | bank | ${WAIT}
409/LB9999 | the hub does not know how it ended | bank | ${WAIT}
409/LG0001 | the system behind answered HTTP 400 | bank | ${WAIT}
409/LG0002 | the system behind answered HTTP 404 | bank | ${WAIT}
409/LG0003 | the system behind answered HTTP 409 | bank | ${WAIT}
409/LG0004 | the system behind answered HTTP 5xx | bank | ${WAIT}
409/LG9999 | the system behind failed in another way | bank | ${WAIT}
# direct-debit payment code, public facts
1000 | charged
1001 | rejected; the responseCode says why | unclear | payctl explain RESPONSECODE
1002 | failed at the payment hub; the responseCode says why | unclear | payctl explain RESPONSECODE
01 | rejected: a duplicate | you | inquire it before taking a new refNumber: payctl dd payment
02 | rejected: over the limit | you | charge less, or ask the bank for a higher limit
03 | rejected: the customerRef is not valid | you | check the customerRef
04, 05, 06, 07, 08, 10, 11, 12, 13, 14, 15, 16, 18 | rejected: a step of the web page or its one-time password | customer | occurs only in payments by web page
09 | rejected: your integration type does not fit this call | you | ask the bank which type you have
98 | rejected: temporarily unavailable | bank | later; inquire it first: payctl dd payment
99 | rejected: an unexpected error | bank | inquire it: payctl dd payment
H030 | failed: possibly a duplicate | you | inquire it before taking a new refNumber: payctl dd payment
H109 | failed: cancelled | unclear | ask the bank who cancelled it
H113 | failed: the amount is not valid | you | check the amount
H117 | failed: the channel is not valid | you | ask the bank which channels you may use
H131 | failed: reference 1 is not valid | you | check ref1
H132 | failed: reference 2 is not valid | you | check ref2
H133 | failed: reference 3 is not valid | you | check ref3
H165 | failed: over the limit | you | charge less, or ask the bank for a higher limit
H176 | failed: the destination account is bad | you | ask the bank to check your account
H182 | failed: the account was not found | customer | ${AGAIN}
# direct-debit registration code, public facts
0 | registered
0001 | begun, not finished | customer | ${ASK}
0002 | the customer was verified | nobody | ${ASK}
0003 | the customer could not be verified; the errorCode says why | customer | ${AGAIN}
0004 | at the terms and conditions | customer | ${ASK}
0005 | a one-time password was asked for | customer | ${ASK}
0006 | the one-time password failed | customer | ${AGAIN}
9999 | failed; the errorCode says why | unclear | ${AGAIN}
1 | the citizen ID does not belong to the account | customer | ${AGAIN}
2 | the date of birth is not valid | customer | ${AGAIN}
3 | the citizen ID does not match | customer | ${AGAIN}
4 | too many wrong one-time passwords | customer | ${AGAIN}
5 | the one-time password was sent too often | customer | ${AGAIN}
6 | the session ran out | customer | ${AGAIN}
7 | the consent is not valid | customer | ${AGAIN}
8 | an internal error | bank | try again later
9 | the ATM card is not valid | customer | ${AGAIN}
10 | the ATM PIN is wrong | customer | ${AGAIN}
11 | too many wrong ATM PINs | customer | the customer asks the bank to unlock the card
12 | no mobile number is known for the customer | customer | the customer gives the bank one
99 | an unexpected error | bank | try again later
# trade state, specification
SUCCESS, TRADE_SUCCESS | paid
USERPAYING | the customer is paying; not final | customer | inquire again: payctl ewallet inquire --wait 60s
# trade state, public facts
TRADE_FINISHED | paid
WAIT_BUYER_PAY | the wallet waits for the customer; not final | customer | inquire again: payctl ewallet inquire
NOTPAY | not paid yet; not final | customer | inquire again: payctl ewallet inquire
TRADE_CLOSED | closed unpaid, or fully refunded | nobody | ask the bank which of the two
CLOSED | closed unpaid | nobody | ask the bank before charging again
REVOKED | revoked | nobody | ask the bank before charging again
REFUND | a refund was made or begun | nobody | compare with payctl journal list
PAYERROR | the payment failed in the wallet | customer | ask the bank before charging again
# trade state, payctl
CANCELED | cancelled, closed or given back: no payment stands | nobody | payctl investigate with the reference tells which; a new sale takes a new reference
# transfer state, specification
INITIATE_COMPLETED | initiated; no money has moved | nobody | confirm it, or leave it
CONFIRM_COMPLETED | confirmed; the money has moved
CONFIRM_FAILED | the confirm failed; code and description say why | unclear | payctl explain CODE
CONFIRM_PROCESSING | being confirmed; not final | nobody | inquire again: payctl transfer inquire
CANCELED | cancelled
# debit status, specification
Full | the whole amount was debited
Partial | only a part was debited | customer | confirmAmount says how much
# payment search status, public facts
ACCC | settled on the account of the payee
RJCT | rejected | unclear | ask the bank why
PDNG | pending; not final | nobody | search again: payctl bill search
CANC | cancelled
# transaction type, specification
SETTLED | a card payment that was fully paid
# transaction type, public facts
AUTH | a card or wallet payment, as confirmations name it
Domestic Transfer | a QR 30 or bill payment, as confirmations name it
Domestic Transfers | a QR 30 or bill payment, as inquiries name it
# service status, specification
ACTIVE | the merchant can use this QR or payment-link type
INACTIVE | the merchant cannot use this QR or payment-link type | you | ask the bank to enable it
# card type, specification
P1 | the customer is known by citizen ID
P7 | the customer is known by alien ID
P8 | the customer is known by passport; countryCode has a value
# address usage, specification
E | address of education
F | census registration
H | home
I | as on the identification card
M | identification card and census registration
N | home address in the country of nationality
O | office
R | registration
# home ownership, specification
1 | the customer owns the home
2 | the customer rents the home
3 | the customer lives with others
5 | the customer lives with the family
# address format, specification
1 | a standard address
2 | a PO box
3 | a building
# contact indicator, specification
Y | current, and the customer can be contacted there
N | not current, but the customer can be contacted there (a postal box, say)
# current address, specification
Y | current, and the customer can be contacted there
N | current, but not preferred for mail
# wallet type, specification
A | wallet A
W | wallet B
X | wallet A, extended raw-data variant; only ewallet cancel takes it
# QR type, specification
PP | QR 30: paid from current or savings accounts
CS | QR card scheme: paid from credit cards
PPCS | QR 30 and card scheme in one
# service type, specification
T30 | Thai QR (QR 30)
QRCS | QR card scheme
PML_T30 | payment link, paid by Thai QR
PML_QRCS | payment link, paid by QR card scheme
PML_CCIPP | payment link, paid by card in installments
PML_CCFA, PML_PGW | payment link; what the letters stand for is not in the specification
# currency, specification
764 | Thai baht (THB)
# payment event, public facts
00300100 | Thai QR tag 30, scanned by the customer
00300104 | QR of the customer, scanned by the merchant
`);

/** What a code without a status of its own comes with: any 4XX or 5XX. */
const ANY_STATUS = 500;
const SUCCESS_STATUS = 200;

/** How the bank can refuse a call with this code: once for each HTTP status. None: no such code. */
export function refusalsOf(code: string): CodedRefusal[] {
  return REFUSALS.filter((refusal) => refusal.code.toLowerCase() === code.toLowerCase());
}

/** All codes with which the bank refuses calls. */
export function refusalCodes(): string[] {
  return [...new Set(REFUSALS.map(({ code }) => code))];
}

/** Codes that stand inside the data of an answer have no HTTP status, and refuse nothing. */
const REFUSALS: readonly CodedRefusal[] = codes.flatMap(({ code, kind, httpStatus, meaning }) => {
  const status = httpStatus ?? (kind === 'business code' ? ANY_STATUS : undefined);
  if (status === undefined || status === SUCCESS_STATUS || code === 'none') return [];
  return /(business|transfer) code/.test(kind) ? [{ status, code, description: meaning }] : [];
});

/** A person who asks about 10 has most likely met it as an exit of this program. */
const ALL = [...exits, ...codes];

/** Kinds that come as the code of an error, in the order in which a bare code is read. */
const OF_ERRORS: readonly ErrorCodes[] = [
  'business code',
  'transfer code',
  'direct-debit payment code',
  'direct-debit registration code',
];

/**
 * All that a code can mean: a business, transfer or direct-debit code, a state, an exit code or its
 * class, a code of the profile, an HTTP status, or `401/9500` for one of several. None: unknown.
 */
export function explain(code: string): CodeMeaning[] {
  const [, status, word = ''] = /^(?:(\d{3})\/)?(.+)$/.exec(code.trim()) ?? [];
  const found = ALL.filter((entry) => matches(entry, word));
  if (status !== undefined) return found.filter((entry) => entry.httpStatus === Number(status));
  return found.length > 0 ? found : ALL.filter(({ httpStatus }) => String(httpStatus) === word);
}

/** All codes and names that are words, for guesses. */
export function knownWords(): string[] {
  const words = ALL.flatMap(({ code, name }) => (name ? [code, name] : [code]));
  return [...new Set(words.filter((word) => /[A-Za-z]{3}/.test(word)))];
}

/** Which codes the errors of an operation carry: those of its own family, none of another's. */
async function kindsOf(operation: string | undefined): Promise<readonly string[]> {
  if (operation === undefined) return OF_ERRORS;
  return (await findOperation(operation))?.codes ?? ['business code'];
}

/**
 * One line for the end of an error, of an operation where that is known; undefined where nothing is
 * known or nothing has to be fixed.
 */
export async function shortForm(
  code: string,
  httpStatus?: number,
  operation?: string,
): Promise<string | undefined> {
  const faults = explain(code).filter(({ fault }) => fault !== 'nobody');
  const kinds = await kindsOf(operation);
  const kind = kinds.find((one) => faults.some((entry) => entry.kind === one));
  const known = faults.filter((entry) => entry.kind === kind);
  const exact = known.filter((entry) => entry.httpStatus === httpStatus);
  const meant = exact.length > 0 ? exact : known;
  if (meant.length > 2) return `${code}: has several meanings; payctl explain ${code}`;
  return meant.length === 0
    ? undefined
    : `${code}: ${either(meant, 'meaning')}; ${either(meant, 'fix')}`;
}

function either(meant: readonly CodeMeaning[], part: 'meaning' | 'fix'): string {
  return [...new Set(meant.map((entry) => entry[part]))].join(', or ');
}

function matches({ code, name }: CodeMeaning, word: string): boolean {
  const wanted = word.toLowerCase();
  return code.toLowerCase() === wanted || name?.toLowerCase() === wanted;
}
