import { usageError } from '../core/errors.js';
import { consoleRun } from '../messages/console-run.js';
import { consoleServe } from '../messages/console-serve.js';
import { flag, option, texts, type ValuesOf } from '../runtime/parameter.js';
import { SERVER_TLS } from '../runtime/server-tls.js';
import { duration, port } from '../runtime/value-parsers.js';

const TEAM = { group: 'For a team' };

export const CONSOLE = {
  port: option('--port <n>', 'port to listen on; 0 takes a free one (8789)', port),
  open: flag('--open', 'open the link in the browser of this machine', { effect: 'acts' }),
  readOnly: flag('--read-only', 'look only: no refund can be sent from the page'),
  idle: option(
    '--idle <duration>',
    'end when nobody has asked for a page for so long (30m); with --serve, sign a person out',
    idle,
  ),
  serve: option(
    '--serve <host:port>',
    'serve a team: people sign in, and may do what their roles say',
    listenAddress,
    TEAM,
  ),
  ...SERVER_TLS,
  trustProxy: texts(
    '--trust-proxy <addresses>',
    'proxies whose X-Forwarded-For counts, by address or network',
    TEAM,
  ),
};

export type ConsoleValues = ValuesOf<typeof CONSOLE>;

/** At most a day: a page that nobody looks at is no place for payments. */
function idle(text: string, flag: string): number {
  const ms = duration(text, flag);
  if (ms >= 1_000 && ms <= 86_400_000) return ms;
  throw usageError(consoleRun.idleRange(flag, text));
}

/** Where a server listens. */
export interface ConsoleAddress {
  /** An address or a name; of IPv6 without brackets. */
  host: string;
  port: number;
}

function listenAddress(text: string, flag: string): ConsoleAddress {
  const [, v6, name, digits = ''] =
    /^(?:\[([0-9a-f:.]+)\]|([^\s:/@[\]]+)):([0-9]{1,5})$/i.exec(text) ?? [];
  const host = v6 ?? name;
  if (host === undefined) throw usageError(consoleServe.notAddress(flag, text));
  return { host, port: port(digits, flag) };
}
