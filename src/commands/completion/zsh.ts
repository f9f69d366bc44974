import { singleQuoted } from '../../core/text.js';
import { caseTable, isPath, keysWhere, type Offer, type Tables } from './tables.js';

/** For zsh with compinit; every offer comes with its line. */
export function zsh({ below, options, globals, takes, argument }: Tables): string {
  const reply = (text: string) => `REPLY=${singleQuoted(text)}`;
  const byName = keysWhere(takes, (key) => !isPath(key));
  const byPath = keysWhere(takes, isPath);
  return `#compdef payctl
# payctl completion for zsh. Generated: do not edit. See: payctl completion --help

__payctl_below() {
  reply=()
${caseTable('$1', below, described)}
}

__payctl_options() {
  reply=()
${caseTable('$1', options, described)}
}

__payctl_argument() {
  REPLY=
${caseTable('$1', argument, reply)}
}

__payctl_takes() {
  REPLY=
${caseTable('$2', byName, reply)}
${caseTable('"$1 $2"', byPath, reply)}
}

__payctl_offer() {
  case $1 in
    ''|@any) _message 'value' ;;
    @files) _files ;;
    @*) compadd -- \${(f)"$($words[1] __complete \${1#@} 2>/dev/null)"} ;;
    *) compadd -- \${(s: :)1} ;;
  esac
}

_payctl() {
  local REPLY where= before= option= word
  local -a reply
  local -i i value=0
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    case $word in
      --*=*) ;;
      -*)
        __payctl_takes "$where" $word
        [[ -z $REPLY ]] && continue
        option=$word
        i=$((i + 1))
        value=$i
        ;;
      *)
        __payctl_below "$where"
        if [[ -n \${(M)reply:#$word:*} ]]; then
          where=\${where:+$where }$word
        else
          before+=' _'
        fi
        ;;
    esac
  done
  if [[ $value -ne CURRENT && $words[CURRENT] == --*=* ]]; then
    option=\${words[CURRENT]%%=*}
    value=CURRENT
    compset -P '*='
  fi
  if ((value == CURRENT)); then
    __payctl_takes "$where" $option
    __payctl_offer $REPLY
  elif [[ $words[CURRENT] == -* ]]; then
    __payctl_options "$where"
    reply+=${array(globals)}
    _describe -o option reply
  else
    __payctl_argument "$where$before"
    if [[ -n $REPLY ]]; then
      __payctl_offer $REPLY
    elif [[ -z $before ]]; then
      __payctl_below "$where"
      _describe command reply
    fi
  fi
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _payctl "$@"
else
  compdef _payctl payctl
fi
`;
}

function described(offers: readonly Offer[]): string {
  return `reply=${array(offers)}`;
}

function array(offers: readonly Offer[]): string {
  return `(${offers.map(([word, about]) => singleQuoted(`${word}:${about}`)).join(' ')})`;
}
