// @ts-check
// Manual pages from the tree of commands: `man payctl`, `man payctl-ewallet-pay`, `man payctl-exit-codes`.

/**
 * @param tree what `payctl help --json` prints
 * @param topics the text of each topic by its name
 * @returns the pages by their file names
 */
export function manPages(tree, topics) {
  const pages = new Map([['payctl.1', rootPage(tree)]]);
  for (const command of tree.commands)
    pages.set(`${pageName(command)}.1`, commandPage(command, tree));
  for (const [topic, body] of topics) pages.set(`payctl-${topic}.1`, topicPage(topic, body, tree));
  return pages;
}

const pageName = ({ words }) => ['payctl', ...words].join('-');

function rootPage(tree) {
  const groups = tree.groups.flatMap(({ name, summary }) => tagged(bold(name), summary));
  return page('payctl', tree, tree.summary, [
    ['SYNOPSIS', ['.B payctl', text('COMMAND [ARGUMENTS] [OPTIONS]')]],
    ['COMMANDS', groups],
    ['GLOBAL OPTIONS', tree.globalOptions.flatMap(option)],
    [
      'EXIT STATUS',
      Object.entries(tree.exits).flatMap(([name, exit]) => tagged(bold(String(exit)), name)),
    ],
    ['SEE ALSO', [text(tree.topics.map((name) => `payctl-${name}(1)`).join(', '))]],
  ]);
}

function commandPage(command, tree) {
  const { words, summary, notes, arguments: given, options, examples } = command;
  const synopsis = given.map(({ name, required, variadic }) => {
    const shown = variadic ? `${name}...` : name;
    return required ? shown : `[${shown}]`;
  });
  const groups = grouped(options);
  return page(pageName(command), tree, summary, [
    [
      'SYNOPSIS',
      [`.B ${roff(['payctl', ...words].join(' '))}`, text([...synopsis, '[OPTIONS]'].join(' '))],
    ],
    ['DESCRIPTION', [text(`${summary}.`), ...notes.flatMap((note) => ['.PP', text(note)])]],
    ['ARGUMENTS', given.flatMap(({ name, summary: about }) => tagged(italic(name), about))],
    ...[...groups].map(([group, all]) => [group.toUpperCase(), all.flatMap(option)]),
    [
      'EXAMPLES',
      examples.flatMap((example) => ['.PP', '.nf', '.RS 4', text(example), '.RE', '.fi']),
    ],
    ['SEE ALSO', [text('payctl(1), payctl-exit-codes(1)')]],
  ]);
}

function topicPage(name, body, tree) {
  return page(`payctl-${name}`, tree, `help of payctl about ${name}`, [
    ['DESCRIPTION', ['.nf', ...body.split('\n').map(text), '.fi']],
  ]);
}

const optionGroup = ({ group }) => group ?? 'Options';

function grouped(options) {
  const groups = new Map();
  for (const one of options)
    groups.set(optionGroup(one), [...(groups.get(optionGroup(one)) ?? []), one]);
  return groups;
}

function option({ names, placeholder, summary, fallback, required, values }) {
  const head = names.map(bold).join(', ') + (placeholder ? ` ${italic(placeholder)}` : '');
  const choices = Array.isArray(values) ? `one of ${values.join(', ')}` : undefined;
  const more = [choices, required && 'required', fallback].filter(Boolean).join('; ');
  return tagged(head, more ? `${summary} (${more})` : summary);
}

function page(name, { version }, summary, sections) {
  const body = sections
    .filter(([, lines]) => lines.length > 0)
    .flatMap(([title, lines]) => [`.SH ${roff(title)}`, ...lines]);
  const head = `.TH "${roff(name.toUpperCase())}" 1 "" "payctl ${version}" "payctl"`;
  return [head, '.SH NAME', `${roff(name)} \\- ${roff(summary)}`, ...body, ''].join('\n');
}

const tagged = (head, about) => ['.TP', head, text(about)];
const bold = (word) => `\\fB${roff(word)}\\fR`;
const italic = (word) => `\\fI${roff(word)}\\fR`;

/** A line that begins with a dot or a quote would be a request. */
const text = (line) => roff(line).replace(/^([.'])/gm, '\\&$1');

function roff(line) {
  const plain = line.replaceAll('\\', '\\e').replaceAll('-', '\\-');
  return plain.replace(/[\u0080-\u{10ffff}]/gu, (sign) => {
    const code = sign.codePointAt(0).toString(16).toUpperCase().padStart(4, '0');
    return `\\[u${code}]`;
  });
}
