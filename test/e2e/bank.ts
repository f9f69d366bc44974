import { freshMachine, type Machine } from './payctl.js';

export interface ServedBank {
  /** The environment that its welcome text tells a person to export. */
  env: Record<string, string>;
  url: string;
  stop(): Promise<void>;
}

/** `sandbox serve` on a free port, as a person would start it. */
export async function serveBank(machine: Machine, ...options: string[]): Promise<ServedBank> {
  const words = ['sandbox', 'serve', '--port', '0', '--rate-limit', '0', ...options];
  const { child, ended, says } = machine.start(words);
  const { input: welcome } = await says(/[\s\S]*payctl qr create/);
  const env = Object.fromEntries(
    [...welcome.matchAll(/(PAYCTL_[A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  return {
    env,
    url: env.PAYCTL_BASE_URL ?? '',
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** `payctl listen` on a free port. */
export async function listenOn(machine: Machine, ...options: string[]) {
  const running = machine.start(['listen', '--port', '0', ...options]);
  const [, url = ''] = await running.says(/listening on (\S+),/);
  return { ...running, url };
}

/** A machine, and the bank that it reaches. */
export interface Way {
  machine: Machine;
  stop(): Promise<void>;
}

/** The bank inside the command, without a limit; commands say --sandbox. */
export async function inProcess(): Promise<Way> {
  const machine = freshMachine();
  await machine.payctl('sandbox settings rateLimit=0');
  return { machine, stop: async () => machine.dispose() };
}

/** A served bank, reached by the environment alone; its operator's commands work on it, too. */
export async function overHttp(): Promise<Way> {
  const server = freshMachine();
  const bank = await serveBank(server);
  const state = { PAYCTL_STATE_DIR: `${server.home}/.local/state/payctl` };
  const machine = freshMachine({ ...bank.env, ...state });
  return {
    machine,
    async stop() {
      await bank.stop();
    },
  };
}
