// `payctl attack` has an application under Node load this: its Date is as far from the machine's as the
// file `offset` beside this one says, in milliseconds.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const file = join(__dirname, 'offset');
const MachineDate = Date;
const now = () => MachineDate.now() + Number(readFileSync(file, 'utf8'));

const MovedDate = new Proxy(MachineDate, {
  apply: () => new MachineDate(now()).toString(),
  construct: (target, values, created) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, created),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
MachineDate.prototype.constructor = MovedDate;
globalThis.Date = MovedDate;
