// Charges by the library as a command line says, in place of the command: `node THIS node payctl.js ewallet pay …`.
// CALLS is how often, all at once. Ends with 0 if each was a success, or the answer that it is under way.
import { join } from 'node:path';
import { createPayments } from 'payctl';

const camel = (text) =>
  text.toLowerCase().replace(/[-_ ](.)/g, (_, letter) => letter.toUpperCase());

const [, , , , ...args] = process.argv;
const first = args.findIndex((arg) => arg.startsWith('--'));
const [family, ...verb] = args.slice(0, first);
const fields = {};
for (let at = first; at < args.length; at += 2) fields[camel(args[at].slice(2))] = args[at + 1];

const { PAYCTL_REF3_PREFIX: _, CALLS = '1', HOME, ...env } = process.env;
const settings = Object.entries(env).flatMap(([name, value]) =>
  name.startsWith('PAYCTL_') ? [[camel(name.slice('PAYCTL_'.length)), value]] : [],
);
const stateDir = join(HOME, '.local/state/payctl');
const payments = await createPayments({ ...Object.fromEntries(settings), stateDir });
const charge = () => payments.charge(`${family}.${camel(verb.join(' '))}`, fields);
const ended = await Promise.all(Array.from({ length: Number(CALLS) }, charge));
console.log(JSON.stringify(ended.map((one) => one.class)));
await payments.close();
const right = ['SUCCESS', ...(ended.length > 1 ? ['CONFLICT'] : [])];
process.exitCode = ended.every((one) => right.includes(one.class)) ? 0 : 1;
