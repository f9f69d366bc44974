# payctl completion for bash 3.2 and later. See: payctl completion --help

_payctl() {
  local current=${COMP_WORDS[COMP_CWORD]} words=() joins= word
  COMPREPLY=()
  # bash splits --option=value at the equals sign; payctl takes it whole.
  for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [[ ${#words[@]} -gt 0 && ($word == '=' || -n $joins) ]]; then
      words[${#words[@]} - 1]+=$word
    else
      words+=("$word")
    fi
    joins=
    [[ $word == '=' ]] && joins=1
  done
  [[ $current == '=' ]] && current=
  while IFS=$'\t' read -r word _; do
    case $word in
      :files)
        local IFS=$'\n'
        compopt -o filenames 2>/dev/null
        COMPREPLY=($(compgen -f -- "$current"))
        ;;
      "$current"*) COMPREPLY+=("$word") ;;
    esac
  done < <("$1" __complete "${words[@]}" 2>/dev/null)
}

complete -F _payctl payctl
