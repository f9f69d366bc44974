import { type Finding, failure, ok, warning } from './finding.js';

const DAY_MS = 86_400_000;
/** A certificate is renewed by people and letters: they should begin a month before it ends. */
const SOON_DAYS = 30;

/** How long something still lasts; times are milliseconds since the epoch. */
export function expiry(
  check: string,
  what: string,
  end: number,
  now: number,
  mend: string,
): Finding {
  const days = Math.floor((end - now) / DAY_MS);
  if (days < 0) return failure(check, 'TLS', `${what} has ended`, mend);
  const message = `${what} ends in ${days} days`;
  return days > SOON_DAYS ? ok(check, message) : warning(check, message, mend);
}
