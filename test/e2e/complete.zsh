# zsh complete.zsh SCRIPT LINE: what zsh offers after LINE, between <<< and >>>.
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "source ${(q)0:A:h}/complete-hook.zsh ${(q)1}"
while zpty -r z line; do [[ $line == ready* ]] && break; done
zpty -w z "$2"$'\t'
while zpty -r z line; do print -r -- ${line%$'\r\n'}; done
