import { singleQuoted } from '../../core/text.js';
import { isPath, keysWhere, type Offer, type Row, type Tables } from './tables.js';

/** For fish 3 and later; every offer comes with its line. */
export function fish({ below, options, globals, takes, argument }: Tables): string {
  const echo = (text: string) => `echo ${singleQuoted(text)}`;
  const byName = keysWhere(takes, (key) => !isPath(key));
  const byPath = keysWhere(takes, isPath);
  return `# payctl completion for fish. Generated: do not edit. See: payctl completion --help

function __payctl_below
${switchTable('"$argv[1]"', below, described)}
end

function __payctl_options
${switchTable('"$argv[1]"', options, described)}
  ${described(globals)}
end

function __payctl_argument
${switchTable('"$argv[1]"', argument, echo)}
end

function __payctl_takes
${switchTable('"$argv[2]"', byName, echo)}
${switchTable('"$argv[1] $argv[2]"', byPath, echo)}
end

function __payctl_offer
  switch "$argv[1]"
    case '' @any
    case @files
      __fish_complete_path $argv[2]
    case '@*'
      payctl __complete (string sub -s 2 -- $argv[1]) 2>/dev/null
    case '*'
      string split ' ' -- $argv[1]
  end
end

function __payctl_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l where ''
  set -l before ''
  set -l option
  for word in $words[2..-1]
    if test -n "$option"
      set option
      continue
    end
    switch $word
      case '--*=*'
      case '-*'
        set -l takes (__payctl_takes "$where" $word)
        test -n "$takes"
        and set option $word
      case '*'
        if __payctl_below "$where" | string match -q -- $word\\t'*'
          set where (string trim -- "$where $word")
        else
          set before "$before _"
        end
    end
  end
  if test -n "$option"
    __payctl_offer (__payctl_takes "$where" $option) $current
  else if string match -q -- '--*=*' $current
    set -l parts (string split -m 1 = -- $current)
    for value in (__payctl_offer (__payctl_takes "$where" $parts[1]) $parts[2])
      echo $parts[1]=$value
    end
  else if string match -q -- '-*' $current
    __payctl_options "$where"
  else
    set -l argument (__payctl_argument "$where$before")
    if test -n "$argument"
      __payctl_offer $argument $current
    else if test -z "$before"
      __payctl_below "$where"
    end
  end
end

complete -c payctl -f -a '(__payctl_complete)'
`;
}

function switchTable<Answer>(
  subject: string,
  rows: readonly Row<Answer>[],
  write: (answer: Answer) => string,
): string {
  const lines = rows.map(({ keys, answer }) => {
    return `    case ${keys.map(singleQuoted).join(' ')}\n      ${write(answer)}`;
  });
  return [`  switch ${subject}`, ...lines, '  end'].join('\n');
}

function described(offers: readonly Offer[]): string {
  const lines = offers.map(([word, about]) => `${singleQuoted(word)}\\t${singleQuoted(about)}`);
  return `printf '%s\\n' ${lines.join(' ')}`;
}
