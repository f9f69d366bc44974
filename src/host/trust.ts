import { readFileSync, type Stats } from 'node:fs';
import { tryOrUndefined } from '../core/try-or-undefined.js';

/** Why a file or directory may come from somebody else. */
export type Flaw = 'link' | 'kind' | 'owner' | 'writable';

/**
 * Why a file or directory of payctl cannot be trusted, compiled code included: it must be of this user
 * or root, no link, and nobody else may write to it. undefined where it can. On Windows there is nothing
 * to check, because the folders of a user are private.
 */
export function findFlaw(stat: Stats): Flaw | undefined {
  if (stat.isSymbolicLink()) return 'link';
  if (!stat.isFile() && !stat.isDirectory()) return 'kind';
  const user = process.geteuid?.();
  if (user === undefined) return undefined;
  if (stat.uid !== 0 && stat.uid !== user) return 'owner';
  return othersWrite(stat) ? 'writable' : undefined;
}

/** Whether anybody but the owner and root may write to it. */
export function othersWrite({ mode, gid }: Pick<Stats, 'mode' | 'gid'>): boolean {
  if (process.geteuid === undefined) return false;
  return (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && !isPrivateGroup(gid));
}

/**
 * Whether this process is in a group and nobody else is, as where every user has a group of the same
 * name. No where it cannot be found out: macOS keeps its accounts elsewhere, and a directory service
 * does not list its groups.
 */
function isPrivateGroup(gid: number): boolean {
  if (process.platform !== 'linux') return false;
  if (process.getegid?.() !== gid && !process.getgroups?.().includes(gid)) return false;
  try {
    const accounts = readAccounts('/etc/passwd').map(([name = '', , uid, group]) => ({
      name,
      trusted: Number(uid) === 0 || Number(uid) === process.geteuid?.(),
      group: Number(group),
    }));
    const group = readAccounts('/etc/group').find(([, , id]) => Number(id) === gid);
    if (group === undefined && hasDirectoryService()) return false;
    const members = (group?.[3] ?? '').split(',').filter((name) => name !== '');
    const trusted = accounts.filter((account) => account.trusted).map(({ name }) => name);
    const others = accounts.some((account) => account.group === gid && !account.trusted);
    return !others && members.every((name) => trusted.includes(name));
  } catch {
    return false;
  }
}

function readAccounts(path: string): string[][] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
}

function hasDirectoryService(): boolean {
  const text = tryOrUndefined(() => readFileSync('/etc/nsswitch.conf', 'utf8')) ?? '';
  const sources = [...text.matchAll(/^\s*(?:passwd|group):([^#\n]*)/gm)].flatMap(([, list = '']) =>
    list.replace(/\[[^\]]*\]/g, ' ').split(/\s+/),
  );
  return sources.some((source) => !['', 'files', 'compat', 'systemd', 'altfiles'].includes(source));
}
