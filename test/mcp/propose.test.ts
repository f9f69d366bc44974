import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { loadCatalogue } from '../../src/bank/families.js';
import { sayEnglish } from '../../src/core/message.js';
import { argumentNames, loadTools } from '../../src/mcp/tools.js';
import { optionNamed } from '../../src/runtime/parse-named.js';
import { GROUPS } from '../../src/tree.js';
import { quickMachine } from '../fixtures/quick-machine.js';
import { FULL, runs } from '../fixtures/sizes.js';
import { stubBank } from '../fixtures/stub-bank.js';
import { call } from './session.js';

/** Sessions of an agent that was led astray, and the calls in each. */
const SESSIONS = runs(FULL ? 1_000 : 6);
const EACH = 20;
const LONGEST_MS = 60_000 + 2_000 * SESSIONS;

const bank = await stubBank(() => ({ data: {} }));
const settings = { PAYCTL_COMPANY_ID: '00100', PAYCTL_TERMINAL_ID: '100000000000001' };
const agent = quickMachine(
  { ...bank.env, ...settings, PAYCTL_ENVIRONMENT: 'test' },
  { user: 'agent' },
);
const tools = await loadTools(GROUPS, { say: sayEnglish, mayPropose: true });
const money = tools.filter(({ kind }) => kind === 'money');

const Answer = z.object({
  id: z.number(),
  result: z.object({
    isError: z.boolean().optional(),
    structuredContent: z
      .object({ class: z.string(), exit: z.nullable(z.number()), data: z.unknown() })
      .optional(),
  }),
});
const Proposed = z.looseObject({ proposal: z.string(), state: z.literal('open') });

/** One session of an agent that may propose. */
async function session(calls: readonly object[]) {
  const hello = {
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    },
  };
  const lines = [hello, ...calls].map((one, id) => JSON.stringify({ jsonrpc: '2.0', id, ...one }));
  const ready = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
  const input = `${[lines[0], ready, ...lines.slice(1)].join('\n')}\n`;
  const { code, stdout } = await agent.payctl('--retries 0 mcp --allow propose,create', { input });
  expect(code).toBe(0);
  const answers = stdout
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const parsed = Answer.safeParse(JSON.parse(line));
      return parsed.success && parsed.data.id > 0 ? parsed.data : [];
    });
  return answers.sort((one, other) => one.id - other.id).map(({ result }) => result);
}

describe('an agent that may propose', () => {
  it('has no tool that releases, and each that moves money can be proposed', async () => {
    expect(tools.filter(({ name }) => name.startsWith('approvals'))).toEqual([]);
    const operations = (await loadCatalogue()).filter(({ effect }) => effect === 'money');
    expect(money).toHaveLength(operations.length);
    for (const tool of money) {
      expect(optionNamed(tool.command, 'propose'), tool.name).toBeDefined();
      expect(argumentNames(tool)).toContain('note');
      expect(argumentNames(tool)).not.toContain('propose');
      expect(tool.inputSchema.required).toContain('note');
    }
  });

  it('gets the id of a proposal, and a person sees exactly what it would send', async () => {
    const refund = { tranType: 'W', outTradeNo: 'SBXAGENT01', totalFee: '10.00' };
    const [made, again, unreasoned] = await session([
      call('ewallet_refund', { ...refund, note: 'the customer asks for it' }),
      call('ewallet_refund', { ...refund, note: 'once more' }),
      call('ewallet_refund', { ...refund, outTradeNo: 'SBXAGENT02' }),
    ]);
    expect(made).toMatchObject({
      isError: false,
      structuredContent: { class: 'PROPOSED', exit: null },
    });
    const { proposal } = Proposed.parse(made?.structuredContent?.data);
    expect(Proposed.parse(again?.structuredContent?.data).proposal).toBe(proposal);
    expect(unreasoned).toMatchObject({ isError: true, structuredContent: { exit: 2 } });
    const { stdout } = await agent.payctl('approvals list --open');
    expect(JSON.parse(stdout)).toMatchObject([
      { id: proposal, proposer: { user: 'agent' }, input: refund, state: 'open' },
    ]);
    expect(bank.calls).toEqual([]);
  });

  it(
    'sends nothing that moves money, whatever it is led to ask',
    async () => {
      const paths = (await loadCatalogue())
        .filter(({ effect }) => effect === 'money')
        .map(({ path }) => path.replace(/\{.*/, ''));
      const hostile = fc.oneof(
        fc.string(),
        fc.constantFrom(
          '--yes',
          'true',
          true,
          false,
          '@/etc/passwd',
          '</data>',
          '99999.99',
          'release',
        ),
        fc.double(),
        fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 }),
      );
      const request = fc.constantFrom(...money).chain((tool) => {
        const names = [
          ...argumentNames(tool),
          'yes',
          'propose',
          'release',
          'expires',
          'data',
          'wait',
          'id',
        ];
        return fc
          .tuple(
            fc.boolean(),
            fc.constantFrom(tool.name, tool.name, 'approvals_release', 'journal_recover'),
            fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), hostile, {
              maxKeys: 4,
            }),
          )
          .map(([isSound, name, given]) => {
            const sound = { ...tool.command.operation?.example, note: 'please' };
            return call(name, isSound ? { ...sound, ...given } : given);
          });
      });
      const calls = fc.array(request, { minLength: EACH, maxLength: EACH });
      let proposed = 0;
      for (const asked of fc.sample(calls, SESSIONS)) {
        bank.forget();
        const answers = await session(asked);
        proposed += answers.filter(
          ({ structuredContent }) => structuredContent?.class === 'PROPOSED',
        ).length;
        const sent = bank.calls.map(({ path }) => path);
        expect(sent.filter((path) => paths.some((one) => path.includes(one)))).toEqual([]);
      }
      expect(proposed).toBeGreaterThan(0);
      const { stdout } = await agent.payctl('approvals list');
      const states = new Set(JSON.parse(stdout).map(({ state }: { state: string }) => state));
      expect([...states]).toEqual(['open']);
      const charges = await agent.payctl('journal list');
      expect(JSON.parse(charges.stdout)).toEqual([]);
    },
    LONGEST_MS,
  );
});
