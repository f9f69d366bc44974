import { BlockList, isIP } from 'node:net';
import { usageError } from '../core/errors.js';
import { consoleServe } from '../messages/console-serve.js';

/** The proxies that are believed where a request comes from. */
export class Proxies {
  readonly #trusted = new BlockList();

  /** @param given addresses and networks, with commas. Throws USAGE for anything else. */
  constructor(given: readonly string[]) {
    for (const text of given.flatMap((one) => one.split(','))) this.#add(text.trim());
  }

  /**
   * Who sent a request: the nearest address that is no trusted proxy. Everything before it in
   * X-Forwarded-For may be made up.
   *
   * @param peer the address of the other end of the connection
   */
  originalSender(peer: string, forwardedFor: string | undefined): string {
    const hops = [...(forwardedFor ?? '').split(',').map((hop) => hop.trim()), peer];
    let sender = peer;
    for (const hop of hops.reverse()) {
      if (isIP(hop) === 0) break;
      sender = hop;
      if (!this.#isTrusted(hop)) break;
    }
    return sender;
  }

  #add(text: string): void {
    const [address = '', bits] = text.split('/');
    const family = addressFamily(address);
    const most = family === 'ipv6' ? 128 : 32;
    const length = bits === undefined ? most : /^[0-9]{1,3}$/.test(bits) ? Number(bits) : NaN;
    if (family === undefined || !(length <= most)) throw usageError(consoleServe.notProxy(text));
    this.#trusted.addSubnet(address, length, family);
  }

  #isTrusted(address: string): boolean {
    const family = addressFamily(address);
    return family !== undefined && this.#trusted.check(address, family);
  }
}

function addressFamily(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  return version === 0 ? undefined : version === 6 ? 'ipv6' : 'ipv4';
}
