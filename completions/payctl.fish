# payctl completion for fish 3 and later. See: payctl completion --help

function __payctl_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  # What follows --option= is completed, and offered with it.
  set -l option (string match -r -- '^--[^=]+=' $current)
  set -l value (string replace -r -- '^--[^=]+=' '' $current)
  for offer in (payctl __complete $words[2..-1] "$current" 2>/dev/null)
    if test "$offer" = :files
      for path in (__fish_complete_path "$value")
        printf '%s\n' "$option$path"
      end
    else
      printf '%s\n' "$option$offer"
    end
  end
end

complete -c payctl -f -a '(__payctl_complete)'
