import { parseAst } from 'rolldown/parseAst';

/** As the bundler writes what one chunk gives to others. */
const GETTER =
  /^Object\.defineProperty\(exports, ("[^"]+"), \{\s+enumerable: true,\s+get: function \(\) \{\s+return (.+);\s+\}\s+\}\);/gm;

/** As the bundler writes an import of one of Node's modules that a start of Node has not loaded. */
const BUILTIN =
  /^let (node_(?:child_process|crypto|dns_promises|http|https|net|os|stream|timers_promises|tls|url|zlib)) = require\(("[^"]+")\);$/gm;

/** As the bundler writes the table of all that a module gives to who loads it late. */
const TABLE = /^var (\w+_exports) = (?:\/\* @__PURE__ \*\/ )?[\w$]+\.[\w$]+\(\{([^{}]*)\}\);$/gm;

/** The first line of what a chunk gives to others, when all in it is made. */
const GIVEN = /^(?:exports\[|Object\.defineProperty\(exports, ")/m;

/**
 * How chunks are written, beyond what the bundler can: what one gives to another is a value instead
 * of a function that returns it, for there are hundreds, and a start would load, make and call each;
 * and Node's modules are loaded when they are first used.
 */
export const shape = {
  name: 'shape',
  renderChunk(code) {
    const changing = reassigned(parseAst(code));
    return plainTables(lateBuiltins(plainExports(code, changing), changing), changing);
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

/** As with exports: values instead of a function for each, and of a property that is defined by one. */
function plainTables(code, changing) {
  const tables = [];
  const rest = code.replace(TABLE, (_, name, entries) => {
    const values = entries.replace(/([\w$]+): \(\) => ([\w$]+)/g, (_, key, value) =>
      changing.has(value) ? `get ${key}() { return ${value}; }` : `${key}: ${value}`,
    );
    tables.push(`${name} = {${values}};`);
    return `var ${name};`;
  });
  if (tables.length === 0) return code;
  const { index = rest.length } = GIVEN.exec(rest) ?? {};
  return [rest.slice(0, index), tables.join('\n'), rest.slice(index)].join('\n');
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
