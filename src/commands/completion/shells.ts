export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

export function isShell(name: string): name is Shell {
  return SHELLS.some((shell) => shell === name);
}

/** Names under which the shells look for their scripts. */
export const SCRIPT_NAMES: Readonly<Record<Shell, string>> = {
  bash: 'payctl.bash',
  zsh: '_payctl',
  fish: 'payctl.fish',
  powershell: 'payctl.ps1',
};
