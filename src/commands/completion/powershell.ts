import type { Offer, Row, Tables } from './tables.js';

/** For Windows PowerShell 5.1 and PowerShell 7; every offer comes with its line. */
export function powershell({ below, options, globals, takes, argument }: Tables): string {
  return `# payctl completion for PowerShell. Generated: do not edit. See: payctl completion --help

Register-ArgumentCompleter -Native -CommandName payctl -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)

  $below = ${table(below, offers)}
  $options = ${table(options, offers)}
  $globals = ${offers(globals)}
  $takes = ${table(takes, quoted)}
  $argument = ${table(argument, quoted)}

  $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
  $where = ''
  $before = ''
  $option = ''
  foreach ($word in $words) {
    if ($option) { $option = ''; continue }
    if ($word -like '-*') {
      if ($takes.ContainsKey($word) -or $takes.ContainsKey("$where $word")) { $option = $word }
    } elseif ($below.ContainsKey($where) -and ($below[$where] | Where-Object { $_[0] -eq $word })) {
      $where = "$where $word".Trim()
    } else {
      $before += ' _'
    }
  }

  $found = ''
  $offers = @()
  if ($option) {
    $found = if ($takes.ContainsKey($option)) { $takes[$option] } else { $takes["$where $option"] }
  } elseif ($wordToComplete -like '-*') {
    $offers = @($options[$where]) + $globals
  } elseif ($argument.ContainsKey("$where$before")) {
    $found = $argument["$where$before"]
  } elseif (-not $before -and $below.ContainsKey($where)) {
    $offers = $below[$where]
  }
  switch -Wildcard ($found) {
    '' { }
    '@any' { }
    '@files' { }
    '@*' { $offers = payctl __complete $found.Substring(1) 2>$null | ForEach-Object { , @($_, $_) } }
    default { $offers = $found.Split(' ') | ForEach-Object { , @($_, $_) } }
  }
  $offers | Where-Object { $_ -and $_[0] -like "$wordToComplete*" } | ForEach-Object {
    $about = if ($_[1]) { $_[1] } else { $_[0] }
    [System.Management.Automation.CompletionResult]::new($_[0], $_[0], 'ParameterValue', $about)
  }
}
`;
}

function table<Answer>(rows: readonly Row<Answer>[], write: (answer: Answer) => string): string {
  const lines = rows.flatMap(({ keys, answer }) =>
    keys.map((key) => `    ${quoted(key)} = ${write(answer)}`),
  );
  return ['@{', ...lines, '  }'].join('\n');
}

function offers(list: readonly Offer[]): string {
  const pairs = list.map(([word, about]) => `@(${quoted(word)}, ${quoted(about)})`);
  // The comma keeps a list of one pair a list.
  return `@(${pairs.length === 1 ? ',' : ''}${pairs.join(', ')})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
