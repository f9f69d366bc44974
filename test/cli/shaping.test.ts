import { beforeEach, describe, expect, it } from 'vitest';
import { payctl as run } from '../fixtures/command.js';
import type { FakeHost } from '../fixtures/fake-host.js';
import { type Answer, stubBank } from '../fixtures/stub-bank.js';

let answer: Answer;
const bank = await stubBank(() => answer);
const { calls, env } = bank;
beforeEach(() => {
  bank.forget();
  answers(200, 1000, { tradeState: 'SUCCESS', amount: '10.00' });
});

function answers(status: number, code: number, data?: object): void {
  answer = { status, code, description: 'as it is', data };
}

const payctl = (line: string, on?: FakeHost) => run(line, { env, on });

const INQUIRE = 'ewallet inquire --tran-type W --out-trade-no A1 -o json';
const CREATE = 'ewallet create --tran-type W --out-trade-no A1 --total-fee 10 -o json';
const CLOSE = 'ewallet close --tran-type W --out-trade-no A1 --yes';
const FAILS = '-q length(`1`)';

describe('--query, --columns and --output', () => {
  it.each([
    [`${INQUIRE} -q [`, 'does not work: Syntax error'],
    ['ewallet inquire --tran-type W --out-trade-no A1 -o raw -q a', 'it cannot go with --query'],
    [
      'ewallet inquire --tran-type W --out-trade-no A1 -o raw --columns a',
      'it cannot go with --columns',
    ],
    [
      'ewallet inquire --tran-type W --out-trade-no A1 -o raw --envelope',
      'it cannot go with --envelope',
    ],
    ['token --envelope', '--envelope is for commands that make one call'],
    ['journal list --envelope', '--envelope is for commands that make one call'],
    ['token -o raw', '-o raw does not print tokens'],
  ])('are refused before anything is sent where they cannot apply: %s', async (line, why) => {
    const { code, stdout, stderr } = await payctl(line);
    expect({ code, stdout, calls }).toEqual({ code: 2, stdout: '', calls: [] });
    expect(stderr).toContain(why);
  });

  it.each([
    [200, 1000, { tradeState: 'USERPAYING' }, 8],
    [200, 1000, { tradeState: 'CANCELED' }, 5],
    [404, 1102, undefined, 6],
    [401, 9500, undefined, 4],
  ])('never change how a call ended: HTTP %i, code %i, %j', async (http, code, data, exit) => {
    answers(http, code, data);
    for (const shape of [FAILS, '--columns bogus']) {
      const { code: ended, stdout, stderr } = await payctl(`${INQUIRE} ${shape}`);
      expect(ended).toBe(exit);
      expect(stdout).not.toBe('');
      expect(stderr).toContain(`"exit":${exit}`);
    }
  });

  it('never hide what a write has made', async () => {
    answers(200, 1000, { codeUrl: 'https://wallet.example/q/1', prepayId: '' });
    expect(await payctl(`${CREATE} ${FAILS}`)).toMatchObject({
      code: 0,
      stdout: '{"codeUrl":"https://wallet.example/q/1","prepayId":""}\n',
      stderr: expect.stringContaining('the whole result is shown'),
    });
    expect(await payctl(`${CREATE} --columns codeURL,codeUrl`)).toMatchObject({
      code: 0,
      stdout: '{"codeURL":null,"codeUrl":"https://wallet.example/q/1"}\n',
      stderr:
        'warning: --columns has no field "codeURL"; the fields are codeUrl, prepayId; did you mean codeUrl?\n',
    });
  });

  it('make no record of a refusal without data', async () => {
    answers(404, 1102);
    const bare = INQUIRE.replace(' -o json', '');
    for (const [format, stdout] of [
      ['csv', ''],
      ['table', ''],
      ['json', '{}\n'],
    ]) {
      const ended = await payctl(`${bare} --columns tradeState -o ${format}`);
      expect(ended).toMatchObject({ code: 6, stdout });
      expect(ended.stderr).not.toContain('warning');
    }
  });

  it('fail a read whose result they do not fit', async () => {
    const { code, stdout } = await payctl(`${INQUIRE} ${FAILS}`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});

describe('a result with nothing in it', () => {
  it('shows the code and description of the bank', async () => {
    answers(200, 1000);
    const { code, stdout } = await payctl(`${CLOSE} -o table`);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'code         1000\ndescription  as it is\n',
    });
  });

  it('says that a person has settled the charge, and how', async () => {
    answers(504, 9900);
    const { code: lost, host: on } = await payctl(`${CLOSE} --wait 0`);
    expect(lost).toBe(10);
    expect((await payctl('journal settle A1 --as executed --note seen', on)).code).toBe(0);
    const { code, stdout, stderr } = await payctl(`${CLOSE} -o table`, on);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain('ewallet close A1 was settled by hand as executed: seen\n');
    expect(stderr).not.toContain('nothing found');
  });

  it.each([
    ['table', '', 'nothing is recorded in the journal yet; payctl find asks the bank\n'],
    ['table --ref A1', '', 'the journal has no such charge; payctl find asks the bank too\n'],
    ['json', '[]\n', ''],
    ['yaml', '[]\n', ''],
    ['jsonl', '', ''],
    ['csv', '', ''],
    ['csv --columns reference,state', 'reference,state\n', ''],
    ['table --quiet', '', ''],
  ])('is an empty list as %s', async (format, stdout, stderr) => {
    expect(await payctl(`journal list -o ${format}`)).toMatchObject({ code: 0, stdout, stderr });
  });

  it('is said not to be kept where -o raw asks the journal', async () => {
    answers(200, 1000);
    const { stdout: first, host } = await payctl(`${CLOSE} -o raw`);
    expect(first).toContain('"description":"as it is"');
    const { code, stdout, stderr } = await payctl(`${CLOSE} -o raw`, host);
    expect({ code, stdout, calls: calls.length }).toEqual({ code: 0, stdout: '', calls: 1 });
    expect(stderr).toContain('the journal does not keep the body of an answer byte for byte');
  });
});

it('a reference that was made here is told under --quiet, too', async () => {
  answers(200, 1000, { codeUrl: 'https://wallet.example/q/1', prepayId: '' });
  const made = await payctl('ewallet create --tran-type W --total-fee 10 --quiet -o json');
  expect(made.stderr).toMatch(/^outTradeNo [0-9A-Z]+\n$/);
  expect((await payctl(`${CREATE} --quiet`)).stderr).toBe('');
});

it('a column that is not there is told under --quiet, too', async () => {
  answers(200, 1000, { codeUrl: 'https://wallet.example/q/1', prepayId: '' });
  const { code, stderr } = await payctl(`${CREATE} --quiet -o json --columns amnt`);
  expect(code).toBe(0);
  expect(stderr).toMatch(/^warning: --columns has no field "amnt"/);
});
