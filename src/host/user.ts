import { userInfo } from 'node:os';

/** Who runs this process, as the system knows them: no variable can say otherwise. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // Containers are given bare numbers.
    return `uid ${process.geteuid?.() ?? 'unknown'}`;
  }
}
