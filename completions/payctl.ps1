# payctl completion for Windows PowerShell 5.1 and PowerShell 7. See: payctl completion --help

Register-ArgumentCompleter -Native -CommandName payctl -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)

  $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
  # An empty argument would be lost on its way; payctl takes a blank for one.
  $current = if ($wordToComplete) { $wordToComplete } else { ' ' }
  # What follows --option= is completed, and offered with it.
  $option = if ($wordToComplete -match '^--[^=]+=') { $Matches[0] } else { '' }
  payctl __complete @words $current 2>$null | ForEach-Object {
    $word, $about = $_.Split("`t", 2)
    # Where nothing is offered, PowerShell offers files.
    if ($word -eq ':files') { return }
    $offer = $option + $word
    # Not by the rules of a language, some of which pass over hyphens.
    if (-not $offer.StartsWith($wordToComplete, [System.StringComparison]::Ordinal)) { return }
    if (-not $about) { $about = $word }
    # What PowerShell would read as more than a word.
    if ($offer -notmatch '^[\w/.:=+%-]+$') { $offer = "'" + $offer.Replace("'", "''") + "'" }
    [System.Management.Automation.CompletionResult]::new($offer, $word, 'ParameterValue', $about)
  }
}
