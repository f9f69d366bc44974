import { isLoopback } from '../../client/address.js';
import { usageError } from '../../core/errors.js';
import { sandboxServer } from '../../messages/sandbox.js';

interface DeliverySettings {
  confirmationUrl: string;
  deliverTo: string;
}

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9._-]*[a-z0-9])?)(:[0-9]{1,5})?$/i;

/** Whether the text names hosts, with or without a port, separated by commas. */
export function isHostList(text: string): boolean {
  return text === '' || text.split(',').every((entry) => HOST.test(entry));
}

/**
 * Where confirmations go; undefined where no address is set up. Throws PayctlError USAGE for one that
 * is neither on this machine nor on a host of `deliverTo`: nobody shall aim the bank at a stranger.
 */
export function confirmationAddress({
  confirmationUrl,
  deliverTo,
}: DeliverySettings): string | undefined {
  if (confirmationUrl === '') return undefined;
  const url = URL.canParse(confirmationUrl) ? new URL(confirmationUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw usageError(sandboxServer.urlWrong, sandboxServer.urlExample);
  }
  const isHere = isLoopback(url.hostname);
  if (!isHere && !isNamed(url, deliverTo)) {
    throw usageError(sandboxServer.urlElsewhere, sandboxServer.nameHost(url.host));
  }
  // A name of this machine is not looked up.
  if (isHere && /localhost$/.test(url.hostname)) url.hostname = '127.0.0.1';
  return url.href;
}

function isNamed({ protocol, hostname, port }: URL, deliverTo: string): boolean {
  const number = port || (protocol === 'https:' ? '443' : '80');
  const names = deliverTo.toLowerCase().split(',');
  return names.includes(hostname) || names.includes(`${hostname}:${number}`);
}
