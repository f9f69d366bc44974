import { PayctlError } from '../errors.js';
import { type RunCommand, runCommand } from './command.js';

const TIME_LIMIT_MS = 10_000;

/** What opens a link on each platform; anything else has the freedesktop tool or none. */
const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens a link that came from the network in the browser. Rejects with BAD_DATA for what is no link
 * to the web: any other scheme starts whatever program is registered for it. CONFIG where there is no
 * opener.
 */
export async function openLink(
  platform: string,
  link: string,
  run: RunCommand = runCommand,
): Promise<void> {
  if (!URL.canParse(link) || !/^https?:\/\/[\x21-\x7e]+$/i.test(link)) {
    throw new PayctlError('BAD_DATA', "the bank's link is no address of the web (http, https)");
  }
  const { code } = await run([...(OPENERS[platform] ?? ['xdg-open']), link], {
    timeoutMs: TIME_LIMIT_MS,
  });
  if (code === 0) return;
  throw new PayctlError('CONFIG', `the link could not be opened (exit ${code})`);
}
