# Prints what completion would show, one offer a line, and ends the shell.
PROMPT=
autoload -Uz compinit
compinit -u -D
source $1
bindkey '^M' undefined
bindkey '^J' undefined
bindkey '^I' complete-word
zstyle ':completion:*' insert-tab false
begin() { print -r -- '<<<' }
finish() { print -r -- '>>>'; exit }
compprefuncs=(begin)
comppostfuncs=(finish)
compadd() {
  [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]] && { builtin compadd "$@"; return }
  local -a hits
  builtin compadd -A hits "$@"
  print -rl -- $hits
}
print ready
