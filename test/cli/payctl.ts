import { run } from '../../src/run.js';
import { type FakeHost, type FakeHostOptions, fakeHost } from '../fake-host.js';

/** A bank at which nothing listens: a call that comes so far ends in exit 9. */
export const NOWHERE = {
  PAYCTL_BASE_URL: 'http://127.0.0.1:9',
  PAYCTL_API_KEY: 'key-of-the-test',
  PAYCTL_API_SECRET: 'secret-of-the-test',
  PAYCTL_COMPANY_ID: '001',
  PAYCTL_TERMINAL_ID: 'T1',
};

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
  host: FakeHost;
}

interface Options extends FakeHostOptions {
  /** The machine of an earlier run, whose disk this one finds, and whose time goes on. */
  on?: FakeHost;
  /** Called before each step on the disk; what it throws, the step throws. */
  disk?: FakeHost['files']['before'];
}

/** The whole command on a machine in memory; words as a shell without quotes would split them, or as a list. */
export async function payctl(
  words: string | readonly string[],
  { on, disk, ...options }: Options = {},
): Promise<Ran> {
  const argv = typeof words === 'string' ? words.split(' ').filter(Boolean) : words;
  const made = fakeHost({ ...options, argv });
  const host = on ? { ...made, files: on.files, clock: on.clock } : made;
  if (disk) host.files.before = disk;
  const code = await run(host);
  return { code, stdout: host.stdout.text(), stderr: host.stderr.text(), host };
}
