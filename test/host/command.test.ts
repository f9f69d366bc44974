import { describe, expect, it, vi } from 'vitest';
import { openLink, type RunCommand, runCommand } from '../../src/host/command.js';

const node = (script: string): string[] => [process.execPath, '-e', script];
const LIMIT = { timeoutMs: 20_000 };

describe('running a command', () => {
  it('collects what it prints and how it ends', async () => {
    const command = node('process.stdout.write("out"); process.exitCode = 4');
    expect(await runCommand(command, LIMIT)).toEqual({ code: 4, stdout: 'out' });
  });

  it('gives it input, and none unless there is some', async () => {
    const echo = node('process.stdin.pipe(process.stdout)');
    expect((await runCommand(echo, { ...LIMIT, input: 'text' })).stdout).toBe('text');
    expect((await runCommand(echo, LIMIT)).stdout).toBe('');
  });

  it('passes arguments as they are, without a shell', async () => {
    const command = [...node('process.stdout.write(process.argv[1])'), '$(id); "x" *'];
    expect((await runCommand(command, LIMIT)).stdout).toBe('$(id); "x" *');
  });

  it('hands on none of our own variables', async () => {
    vi.stubEnv('PAYCTL_API_SECRET', 'canary');
    vi.stubEnv('payctl_api_key', 'canary');
    vi.stubEnv('OTHERS', 'kept');
    const command = node('process.stdout.write(JSON.stringify(process.env))');
    const { stdout } = await runCommand(command, LIMIT);
    vi.unstubAllEnvs();
    expect(stdout).not.toContain('canary');
    expect(JSON.parse(stdout)).toMatchObject({ OTHERS: 'kept', PATH: process.env.PATH });
  });

  it('fails when it prints too much', async () => {
    const flood = node('process.stdout.write("x".repeat(1_100_000))');
    await expect(runCommand(flood, LIMIT)).rejects.toMatchObject({
      exitClass: 'CONFIG',
      message: `${process.execPath} printed more than 1048576 bytes`,
    });
  });

  it('kills what does not answer, and names the program without its arguments', async () => {
    const hanging = node('setInterval(() => 0, 1000); /* canary */');
    const failure = runCommand(hanging, { timeoutMs: 100 });
    await expect(failure).rejects.toMatchObject({
      exitClass: 'CONFIG',
      message: `${process.execPath} did not answer within 0.1 s`,
    });
  });

  it('says when there is no such program, or a signal ended it', async () => {
    await expect(runCommand(['payctl-no-such-program', 'canary'], LIMIT)).rejects.toMatchObject({
      message: 'payctl-no-such-program was not found',
    });
    await expect(runCommand(node('process.kill(process.pid, "SIGKILL")'), LIMIT)).rejects.toThrow(
      'was ended by a signal',
    );
  });
});

function recorder(code = 0) {
  const commands: (readonly string[])[] = [];
  const run: RunCommand = async (command) => {
    commands.push(command);
    return { code, stdout: '' };
  };
  return { commands, run };
}

it.each([
  ['linux', ['xdg-open']],
  ['darwin', ['open']],
  ['win32', ['rundll32', 'url.dll,FileProtocolHandler']],
])('opens a link on %s, without a shell', async (platform, words) => {
  for (const link of ['https://bank.example/login?a=1&b=$(id)', 'HTTP://bank.example/']) {
    const { commands, run } = recorder();
    await openLink(platform, link, run);
    expect(commands).toEqual([[...words, link]]);
  }
});

it.each([
  'file:///etc/passwd',
  'javascript://x/%0aalert(1)',
  'bank-sandbox://login/ABC',
  'ssh://-oProxyCommand=id/x',
  'https:///',
  '--help',
  '/bin/sh',
  'mailto:a@b.example',
  'https://bank.example/\nx',
  'https://bank.example/a b',
  '',
])('opens nothing that is no link: %j', async (link) => {
  const { commands, run } = recorder();
  await expect(openLink('linux', link, run)).rejects.toMatchObject({ exitClass: 'BAD_DATA' });
  expect(commands).toEqual([]);
});

it('says when the opener fails', async () => {
  const opening = openLink('linux', 'https://bank.example/', recorder(3).run);
  await expect(opening).rejects.toMatchObject({ exitClass: 'CONFIG' });
});
