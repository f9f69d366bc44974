import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { quickMachine } from '../fixtures/quick-machine.js';

const PATH = resolve(import.meta.dirname, '../../docs/agents.md');
const PERSONS = ['agent', 'lead'] as const;

const home = quickMachine();
const machines = new Map(PERSONS.map((user) => [user, quickMachine(home, { user })] as const));

/** What a shell makes of a line. */
function wordsOf(line: string): string[] {
  return Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, word]) => quoted ?? word ?? '');
}

async function answerOf(name: string, given: string): Promise<string> {
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  const lines = [
    { jsonrpc: '2.0', id: 0, method: 'initialize', params },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name, arguments: JSON.parse(given) },
    },
  ];
  const input = lines.map((one) => `${JSON.stringify(one)}\n`).join('');
  const ran = await machines.get('agent')?.payctl('--sandbox mcp --allow propose', { input });
  const { structuredContent } = JSON.parse(ran?.stdout.trimEnd().split('\n').at(-1) ?? '').result;
  const { class: ended, exit, data } = structuredContent;
  const shown = Array.isArray(data)
    ? data.map(({ operation, state, lines: [intent] }) => {
        const { id, proposedBy, releasedBy } = intent.proposal;
        const people = { proposedBy: proposedBy.user, releasedBy: releasedBy.user };
        return { operation, state, proposal: { id, ...people } };
      })
    : { proposal: data.proposal, state: data.state };
  return `${JSON.stringify({ class: ended, exit, data: shown })}\n`;
}

it('docs/agents.md shows what an agent and a person see of a refund', async () => {
  const text = readFileSync(PATH, 'utf8');
  const [, block = ''] = /^```console\n([\s\S]*?)^```$/m.exec(text) ?? [];
  await home.payctl(
    '--sandbox ewallet create --tran-type W --out-trade-no SBXDEMO0001 --total-fee 100.00',
  );
  await home.payctl('sandbox pay SBXDEMO0001');
  let id = 'ID';
  let seen = '';
  for (const line of block.split('\n').filter((one) => /^(agent|lead)[>$] /.test(one))) {
    const asked = line.replace(/\b(ID|[0-9a-f]{16}-1)\b/, id);
    const [, user = '', kind, rest = ''] = /^(\w+)([>$]) (.*)$/.exec(asked) ?? [];
    seen += `${asked}\n`;
    if (kind === '>') {
      const [name = ''] = rest.split(' ');
      seen += await answerOf(name, rest.slice(name.length));
      id = /"proposal":"([0-9a-f-]+)"/.exec(seen)?.[1] ?? id;
      continue;
    }
    const machine = machines.get(user === 'lead' ? 'lead' : 'agent');
    const ran = await machine?.payctl(wordsOf(rest.replace(/^payctl /, '')));
    seen += `${ran?.stdout}${ran?.stderr}`;
  }
  if (process.env.PAYCTL_WRITE_DOCS)
    writeFileSync(
      PATH,
      text.replace(block, () => seen),
    );
  else expect(block).toBe(seen);
});
