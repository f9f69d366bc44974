import { parseAst } from 'rolldown/parseAst';

/** As the bundler writes what one chunk gives to others. */
const GETTER =
  /^Object\.defineProperty\(exports, ("[^"]+"), \{\s+enumerable: true,\s+get: function \(\) \{\s+return (.+);\s+\}\s+\}\);/gm;

/** As the bundler writes an import of one of Node's modules that a start of Node has not loaded. */
const BUILTIN =
  /^let (node_(?:child_process|crypto|dns_promises|http|https|net|os|stream|timers_promises|tls|url|zlib)) = require\(("[^"]+")\);$/gm;

/**
 * How chunks are written, beyond what the bundler can: what one gives to another is a value instead
 * of a function that returns it, for there are hundreds, and a start would load, make and call each;
 * and Node's modules are loaded when they are first used.
 */
export const shape = {
  name: 'shape',
  renderChunk(code) {
    const changing = reassigned(parseAst(code));
    return lateBuiltins(plainExports(code, changing), changing);
  },
};

/** For what runs before all else: Node's modules without the way through its loader. */
export const directBuiltins = {
  name: 'direct-builtins',
  renderChunk: (code) =>
    code.replace(/\brequire\(("node:[^"]+")\)/g, 'process.getBuiltinModule($1)'),
};

/** A variable that changes later keeps its function. */
function plainExports(code, changing) {
  const written = code.split('\nObject.defineProperty(exports, "').length - 1;
  if (written !== [...code.matchAll(GETTER)].length)
    throw new Error('the bundler writes exports in another way than scripts/shape.mjs knows');
  return code.replace(GETTER, (whole, name, value) =>
    /^[\w$]+$/.test(value) && !changing.has(value) ? `exports[${name}] = ${value};` : whole,
  );
}

function lateBuiltins(code, changing) {
  const names = [...code.matchAll(BUILTIN)]
    .map(([, name]) => name)
    .filter((name) => !changing.has(name));
  if (names.length === 0) return code;
  const used = new RegExp(`\\b(${names.join('|')})\\.`, 'g');
  return code
    .replace(used, '($1()).')
    .replace(BUILTIN, (whole, name, id) =>
      names.includes(name)
        ? `let ${name}_; const ${name} = () => (${name}_ ??= require(${id}));`
        : whole,
    );
}

/** Names that anything is assigned to after their declaration, in whatever scope. */
function reassigned(tree) {
  const names = new Set();
  visit(tree, ({ type, left, argument }) => {
    if (type === 'AssignmentExpression' || /^For(In|Of)Statement$/.test(type)) collect(left, names);
    if (type === 'UpdateExpression') collect(argument, names);
  });
  return names;
}

/** More than are assigned to (`a` of `a.b`), which does no harm. */
function collect(target, names) {
  visit(target, ({ type, name }) => {
    if (type === 'Identifier') names.add(name);
  });
}

function visit(node, see) {
  if (typeof node?.type === 'string') see(node);
  for (const part of Object.values(node ?? {})) {
    if (Array.isArray(part)) for (const one of part) visit(one, see);
    else if (typeof part === 'object') visit(part, see);
  }
}
