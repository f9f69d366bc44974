import type { Operation } from '../bank/define.js';
import { isCredential } from '../bank/privacy.js';
import type { WireRequest } from '../bank/wire.js';
import { proxyFor } from '../client/address.js';
import { HIDDEN } from '../client/conceal/conceal.js';
import type { CallOptions } from '../client/exchange.js';
import { payctl, shell } from '../core/command-line.js';
import { isJsonObject, type Json, parseJson, stringifyJson } from '../core/json.js';
import { shellWord } from '../core/text.js';
import { running } from '../messages/running.js';
import type { Result } from './command.js';
import type { Services } from './services.js';

/** Around the name of a variable, until the line is quoted; nothing that is sent holds one. */
const [OPEN, CLOSE] = ['\uE000', '\uE001'];
const MARKED = /\uE000([A-Z_]+)\uE001/;

/** The shell's variable of a credential, by its field; of any other it is the field's own name. */
const VARIABLES: readonly (readonly [field: RegExp, variable: string])[] = [
  [/^resourceownerid$/i, 'PAYCTL_RESOURCE_OWNER_ID'],
  [/key$/i, 'PAYCTL_API_KEY'],
  [/secret$/i, 'PAYCTL_API_SECRET'],
];

/** How the shell reads a variable that may be unset. */
const FALLBACK: Readonly<Record<string, string>> = {
  PAYCTL_RESOURCE_OWNER_ID: `\${PAYCTL_RESOURCE_OWNER_ID:-\${PAYCTL_APPLICATION_ID:-$PAYCTL_API_KEY}}`,
};

/** The call as a line for curl in a POSIX shell; what is secret stands in variables of the shell. */
export async function toCurl(
  operation: Operation,
  request: WireRequest,
  services: Services,
  { grant }: CallOptions,
): Promise<Result> {
  const { name, resolved } = await services.profile();
  const { clientCert, clientKey, clientPfx, ca, proxy } = resolved.values;
  const { baseUrl } = await services.connection();
  const isSandbox = name === 'sandbox';
  const url = isSandbox
    ? variableMark('PAYCTL_BASE_URL') + request.url.slice(baseUrl.length)
    : request.url;
  const ownKey = operation.owner === 'apiKey';
  const headers = Object.entries(request.headers).map(([field, value]) => {
    return ['--header', `${field}: ${withVariable(field, withoutMarks(value), ownKey)}`];
  });
  const body = request.body === undefined ? [] : ['--data-raw', shownBody(request.body)];
  const connection = [
    // As for calls, a PFX file comes before a pair.
    ['--cert', clientPfx ?? clientCert],
    clientPfx ? ['--cert-type', 'P12'] : ['--key', clientKey],
    ['--cacert', ca],
    // curl knows the proxy of the environment.
    ['--proxy', proxyFor(new URL(request.url), { httpsProxy: proxy }) && proxy],
  ].flatMap(([flag = '', path]) => (path === undefined ? [] : [flag, path]));
  const words = ['curl', '--silent', '--show-error', '--request', request.method, url];
  const line = [...words, ...headers.flat(), ...body, ...connection].map(quoted).join(' ');
  if (Object.keys(request.headers).some(isAuthorization)) {
    const payctlOnBank = isSandbox ? payctl.on('sandbox') : payctl;
    const token =
      grant === 'user' ? payctlOnBank`token refresh --grant user --raw` : payctlOnBank`token --raw`;
    await services.note(running.curlSecrets(shell`TOKEN=$(${token})`));
  }
  return { text: `${line}\n` };
}

function variableMark(variable: string): string {
  return OPEN + variable + CLOSE;
}

/** Nobody's text may stand for a variable. */
function withoutMarks(text: string): string {
  return text.replace(/[\uE000\uE001]/g, '\uFFFD');
}

function isAuthorization(field: string): boolean {
  return field.toLowerCase() === 'authorization';
}

/** A hidden value as the variable that holds it. */
function withVariable(field: string, value: string, ownKey: boolean): string {
  if (isAuthorization(field)) return value.replace(HIDDEN, variableMark('TOKEN'));
  if (!isCredential(field) || value !== HIDDEN) return value;
  if (ownKey && field.toLowerCase() === 'resourceownerid') return variableMark('PAYCTL_API_KEY');
  return variableMark(shellVariable(field));
}

function shellVariable(field: string): string {
  const variable = VARIABLES.find(([name]) => name.test(field))?.[1];
  const words = field.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/[^A-Za-z0-9]+/g, '_');
  return variable ?? words.toUpperCase();
}

function shownBody(body: string): string {
  return stringifyJson(withVariables(parseJson(withoutMarks(body))));
}

function withVariables(value: Json, field = ''): Json {
  if (Array.isArray(value)) return value.map((item) => withVariables(item, field));
  if (typeof value === 'string') return withVariable(field, value, false);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([name, item]) => [name, withVariables(item, name)]));
}

/** A word of the line: text in single quotes, variables in double ones, which the shell expands. */
function quoted(word: string): string {
  const parts = word.split(MARKED);
  return parts
    .map((part, at) =>
      at % 2 === 1 ? `"${FALLBACK[part] ?? `$${part}`}"` : part && shellWord(part),
    )
    .join('');
}
