import { configError, PayctlError } from '../core/errors.js';
import type { Message } from '../core/message.js';
import { machine } from '../messages/machine.js';

/** The environment for programs that we start, without PAYCTL_ variables, which may hold secrets. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !/^payctl_/i.test(name));
  return Object.fromEntries(entries);
}

interface CommandOptions {
  timeoutMs: number;
  /** For its standard input; empty where it is not given. */
  input?: string;
  /** As of the host. */
  errors?: { write(text: string): Promise<void> } | undefined;
}

/** How a program ended: its exit code, and what it printed. */
export interface ProcessResult {
  code: number | null;
  stdout: string;
}

/** Runs a program (`runCommand`, or a test's). */
export type RunCommand = (
  command: readonly string[],
  options: CommandOptions,
) => Promise<ProcessResult>;

const MAX_OUTPUT = 1_048_576;

/**
 * Runs a program without a shell and without our variables, and collects its standard output; its
 * standard error goes to ours, or where `errors` says. Rejects with PayctlError CONFIG, which names the program but never its
 * arguments or output.
 */
export const runCommand: RunCommand = async ([program = '', ...args], options) => {
  const { execFile } = await import('node:child_process');
  return new Promise((resolve, reject) => {
    const child = execFile(
      program,
      args,
      {
        timeout: options.timeoutMs,
        killSignal: 'SIGKILL',
        maxBuffer: MAX_OUTPUT,
        env: childEnvironment(),
      },
      (error, stdout) => {
        process.off('exit', end);
        if (error === null) return resolve({ code: 0, stdout });
        const message = commandFailure(program, error, options.timeoutMs);
        if (message === undefined) return resolve({ code: child.exitCode, stdout });
        reject(configError(message));
      },
    );
    // A signal that ends this process does not reach it, and it may wait for somebody.
    const end = () => child.kill();
    process.on('exit', end);
    const { errors } = options;
    if (errors) child.stderr?.on('data', (text: string) => void errors.write(text));
    else {
      // Without a listener a broken pipe would end this process.
      const { stderr } = process;
      if (stderr.listenerCount('error') === 0) stderr.on('error', () => undefined);
      child.stderr?.pipe(stderr, { end: false });
    }
    // It may end without reading its input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(options.input ?? '');
  });
};

/** undefined where the program ended by itself, with an exit code. */
function commandFailure(program: string, error: Error, timeoutMs: number): Message | undefined {
  const code = 'code' in error ? error.code : undefined;
  if (typeof code === 'number') return undefined;
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') {
    return machine.printedTooMuch(program, MAX_OUTPUT);
  }
  if (code === 'ENOENT') return machine.notFound(program);
  if (typeof code === 'string') return machine.notRun(program, code);
  if ('killed' in error && error.killed === true) {
    return machine.tooSlow(program, timeoutMs / 1_000);
  }
  return machine.killed(program);
}

const TIME_LIMIT_MS = 10_000;

/** The program that opens a link; other platforms have xdg-open or none. */
const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens a link that came from the network in the browser. Rejects with PayctlError: BAD_DATA for what
 * is no http link, because other schemes start the program that is registered for them; CONFIG where
 * it cannot be opened.
 */
export async function openLink(
  platform: string,
  link: string,
  run: RunCommand = runCommand,
): Promise<void> {
  if (!URL.canParse(link) || !/^https?:\/\/[\x21-\x7e]+$/i.test(link)) {
    throw new PayctlError('BAD_DATA', machine.notWebLink);
  }
  const { code } = await run([...(OPENERS[platform] ?? ['xdg-open']), link], {
    timeoutMs: TIME_LIMIT_MS,
  });
  if (code === 0) return;
  throw configError(machine.notOpened(String(code)));
}
