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

/** One machine per way to reach the bank: inside the command, and over HTTP with the environment alone. */
export interface Way {
  name: string;
  machine: Machine;
  /** What to put before the words of a command. */
  before: string;
  stop(): Promise<void>;
}

export async function inProcess(): Promise<Way> {
  const machine = freshMachine();
  await machine.payctl('sandbox settings rateLimit=0');
  return { name: 'in-process', machine, before: '--sandbox', stop: async () => machine.dispose() };
}

export async function overHttp(): Promise<Way> {
  const server = freshMachine();
  const bank = await serveBank(server);
  const machine = freshMachine({
    ...bank.env,
    PAYCTL_STATE_DIR: `${server.home}/.local/state/payctl`,
  });
  return {
    name: 'over HTTP',
    machine,
    before: '',
    async stop() {
      await bank.stop();
      server.dispose();
      machine.dispose();
    },
  };
}
