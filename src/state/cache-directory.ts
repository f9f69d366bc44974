import { posix, win32 } from 'node:path';
import type { Host } from '../host/host.js';

/** The cache directory of payctl, for files that can be made again; undefined where the home directory is not known. */
export function findCache({ env, platform }: Pick<Host, 'env' | 'platform'>): string | undefined {
  if (platform === 'win32') {
    return env.LOCALAPPDATA && win32.join(env.LOCALAPPDATA, 'payctl', 'Cache');
  }
  const { HOME, XDG_CACHE_HOME } = env;
  if (XDG_CACHE_HOME && posix.isAbsolute(XDG_CACHE_HOME)) {
    return posix.join(XDG_CACHE_HOME, 'payctl');
  }
  return HOME && posix.join(HOME, platform === 'darwin' ? 'Library/Caches' : '.cache', 'payctl');
}
