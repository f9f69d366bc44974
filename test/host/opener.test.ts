import { expect, it } from 'vitest';
import { openLink, type RunCommand } from '../../src/host/command.js';

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
