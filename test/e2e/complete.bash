# bash complete.bash SCRIPT LINE: what bash offers after LINE. readline splits words at = as well.
source "$1"
read -ra COMP_WORDS <<<"${2//=/ = }"
[[ $2 == *[\ =] ]] && COMP_WORDS+=('')
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_payctl payctl
printf '%s\n' "${COMPREPLY[@]}"
