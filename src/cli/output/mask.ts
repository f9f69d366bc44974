import { isJsonObject, type Json, textOf } from '../../core/json.js';

type Kind = 'tail' | 'name' | 'email' | 'all';

/** Fields of the specification and of the public facts that tell who somebody is, by name. */
const PERSONAL: ReadonlyMap<string, Kind> = new Map(
  Object.entries<Kind>({
    citizenid: 'tail',
    passportnumber: 'tail',
    alienid: 'tail',
    taxid: 'tail',
    birthdate: 'all',
    mobile: 'tail',
    shopmobileno: 'tail',
    email: 'email',
    shopemail: 'email',
    thaifirstname: 'name',
    thailastname: 'name',
    engfirstname: 'name',
    englastname: 'name',
    ownerfirstname: 'name',
    ownerlastname: 'name',
    payername: 'name',
    payeraccountname: 'name',
    payeraccountnumber: 'tail',
    payerproxyid: 'tail',
    accountnumber: 'tail',
    accountno: 'tail',
    consumerpan: 'tail',
    merchantpan: 'tail',
    buyeruserid: 'tail',
    buyerloginid: 'email',
    buyeridentitycode: 'tail',
    zipcode: 'all',
    floornumber: 'all',
    unitnumber: 'all',
    'sender.displayname': 'name',
    'sender.name': 'name',
    'receiver.displayname': 'name',
    'receiver.name': 'name',
    'proxy.value': 'tail',
    'account.value': 'tail',
    'address.houseno': 'all',
    'address.moo': 'all',
    'address.floor': 'all',
    'address.lot': 'all',
    'address.village': 'all',
    'address.deptname': 'all',
    'address.soi': 'all',
    'address.road': 'all',
    'address.subdistrict': 'all',
    'address.district': 'all',
    'address.postalcode': 'all',
  }),
);

/** Longer than any path that is looked for; all of a deep one would be repeated in each field. */
const LONGEST_PATH = 1_000;

const ADDRESS_PART = /^(?:(?:thai|eng)address[a-z]+|addressline\d)$/;

/** What a table may show of a personal value: enough to recognise it, not to know it. */
export function maskValue(value: string, kind: Kind = 'tail'): string {
  if (value === '') return value;
  const [first = ''] = value;
  if (kind === 'all') return '***';
  if (kind === 'name') return `${first}***`;
  const at = value.lastIndexOf('@');
  if (kind === 'email' && at > 0) return `${first}***${value.slice(at)}`;
  return value.length < 8 ? '***' : `***${Array.from(value).slice(-4).join('')}`;
}

/**
 * A copy in which personal data and card numbers are masked: the fields that are personal by name,
 * and those that the operation names (`personal`, dotted, list indices left out).
 */
export function maskPersonal(data: Json, personal: readonly string[] = []): Json {
  const named = personal.map((path) => path.replace(/\.\d+(?=\.|$)|^\d+\./g, '').toLowerCase());
  const walk = (value: Json, path: string, inherited: Kind | undefined): Json => {
    if (Array.isArray(value)) return value.map((item) => walk(item, path, inherited));
    if (isJsonObject(value)) {
      const entries = Object.entries(value).map(([key, item]) => {
        const inner = `${path}.${key.toLowerCase()}`.slice(-LONGEST_PATH);
        return [key, walk(item, inner, kindOf(inner, named) ?? inherited)] as const;
      });
      return Object.fromEntries(entries);
    }
    const text = textOf(value);
    return inherited === undefined || text === undefined ? value : maskValue(text, inherited);
  };
  return walk(data, '', undefined);
}

/** How a field is masked; `path` is lower-case and begins with a dot. */
function kindOf(path: string, named: readonly string[]): Kind | undefined {
  const keys = path.split('.');
  const last = keys.at(-1) ?? '';
  const known = PERSONAL.get(last) ?? PERSONAL.get(keys.slice(-2).join('.'));
  if (known) return known;
  if (ADDRESS_PART.test(last)) return 'all';
  return named.some((name) => path.endsWith(`.${name}`)) ? 'tail' : undefined;
}
