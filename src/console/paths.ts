import type { WireRequest } from '../bank/wire.js';
import { tryOrUndefined } from '../core/try-or-undefined.js';

/** What stands in the place of the star of a path; empty where it has none, undefined where it does not fit. */
export function matchPath(path: string, pathname: string): string | undefined {
  if (!path.endsWith('*')) return path === pathname ? '' : undefined;
  const fixed = path.slice(0, -1);
  if (!pathname.startsWith(fixed) || pathname === fixed) return undefined;
  return tryOrUndefined(() => decodeURIComponent(pathname.slice(fixed.length)));
}

/** Where a page is. One that answers a form cannot be asked for again: the form's own page stands for it. */
export function currentPage({ method }: Pick<WireRequest, 'method'>, url: URL, path = '/'): string {
  return method === 'GET' ? url.pathname + url.search : sectionPath(path);
}

/** `/phone/pay` is a part of `/phone`; what stands alone belongs to the start. */
export function sectionPath(path: string): string {
  const at = path.indexOf('/', 1);
  return at < 0 ? '/' : path.slice(0, at);
}
