/**
 * What a run reads together lies in one file: finding and opening a file costs a run a third of a
 * millisecond, as much as 20 kB of code that it does not use. Each group takes what it imports
 * with it; of two that want a module the first has it.
 */
const GROUPS = {
  core: [
    'src/(run|print)',
    'src/host/node',
    'src/output/(render|select|views)',
    'src/cli/(input|drawing)',
  ],
  settings: ['src/config/(resolve|connect|secrets|token-store)', 'src/sandbox/seed'],
  call: [
    'src/api/(fields|operation|check|catalogue|amount-fields|time-fields|answers|states)',
    'src/cli/(invoke|operation-commands)',
    'src/client/caller',
  ],
  network: ['src/client/(transport-got|proxy)', 'src/config/tls', 'node_modules/got/.*'],
  bank: ['src/sandbox/(transport|bank|store)'],
};

const names = Object.keys(GROUPS);

export const chunks = {
  groups: names.map((name, index) => ({
    name,
    test: new RegExp(`/(${GROUPS[name].join('|')})\\.[jt]s$`),
    priority: names.length - index,
  })),
};
