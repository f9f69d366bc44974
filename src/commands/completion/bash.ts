import { singleQuoted } from '../../core/text.js';
import { caseTable, isPath, keysWhere, type Tables, words } from './tables.js';

/** For bash 3.2 and later, without the package bash-completion. */
export function bash({ below, options, globals, takes, argument }: Tables): string {
  const reply = (text: string) => `REPLY=${singleQuoted(text)}`;
  const byName = keysWhere(takes, (key) => !isPath(key));
  const byPath = keysWhere(takes, isPath);
  return `# payctl completion for bash. Generated: do not edit. See: payctl completion --help

__payctl_below() {
  REPLY=
${caseTable('$1', below, (offers) => reply(words(offers)))}
}

__payctl_options() {
  REPLY=
${caseTable('$1', options, (offers) => reply(words(offers)))}
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
    @any) ;;
    @files)
      local IFS=$'\\n'
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen -f -- "$2"))
      ;;
    @*) COMPREPLY=($(compgen -W "$("$3" __complete "\${1#@}" 2>/dev/null)" -- "$2")) ;;
    *) COMPREPLY=($(compgen -W "$1" -- "$2")) ;;
  esac
}

_payctl() {
  local REPLY path= before= option= word cur=\${COMP_WORDS[COMP_CWORD]} i value=0
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case $word in
      -*)
        __payctl_takes "$path" "$word"
        [[ -z $REPLY ]] && continue
        option=$word
        ((i + 1 < COMP_CWORD)) && [[ \${COMP_WORDS[i + 1]} == '=' ]] && i=$((i + 1))
        i=$((i + 1))
        value=$i
        ;;
      *)
        __payctl_below "$path"
        if [[ " $REPLY " == *" $word "* ]]; then
          path=\${path:+$path }$word
        else
          before+=' _'
        fi
        ;;
    esac
  done
  [[ $cur == '=' ]] && cur=
  if ((value == COMP_CWORD)); then
    __payctl_takes "$path" "$option"
  elif [[ $cur == -* ]]; then
    __payctl_options "$path"
    REPLY="$REPLY ${words(globals)}"
  else
    __payctl_argument "$path$before"
    [[ -z $REPLY && -z $before ]] && __payctl_below "$path"
  fi
  __payctl_offer "$REPLY" "$cur" "$1"
}

complete -F _payctl payctl
`;
}
