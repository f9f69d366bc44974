import { usageError } from '../../core/errors.js';
import { running } from '../../messages/running.js';
import { option } from '../parameter.js';
import { duration } from '../value-parsers.js';

const MONITORING = { group: 'Monitoring' };

/** What a run tells others of itself; any command that takes them is watched. */
export const MONITORED = {
  metrics: option(
    '--metrics <file.prom>',
    'write figures for Prometheus to this file at the end; commands may share it',
    promFile,
    { ...MONITORING, effect: 'writes' },
  ),
  every: option(
    '--every <duration>',
    'how often this command is meant to run, e.g. 10m: written to the file, for the alert on a run that is missing',
    interval,
    { ...MONITORING, effect: 'acts' },
  ),
  ping: option(
    '--ping <url>',
    'request URL/start at the beginning and URL/EXIT at the end; never changes the exit',
    address,
    { ...MONITORING, effect: 'acts' },
  ),
};

/** Prometheus would not read another one; and nothing else is replaced by a slip of the hand. */
export function promFile(value: string, flag: string): string {
  if (/[^/]\.prom$/.test(value)) return value;
  throw usageError(running.notPromFile(flag, JSON.stringify(value)));
}

function interval(value: string, flag: string): number {
  const ms = duration(value, flag);
  if (ms >= 60_000) return ms;
  throw usageError(running.tooOften(flag));
}

/** The address may be a secret of its own: it is not repeated. */
function address(value: string, flag: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw usageError(running.notHttp(flag), running.pingExample(flag));
}
