import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { BIN, freshMachine } from '../fixtures/machine.js';
import { describeWith, itWith } from '../fixtures/needs.js';

const machine = freshMachine();

/** A line of a shell script, `payctl` in it the built command. */
function script(line: string) {
  const payctl = `payctl() { "${process.execPath}" "${BIN}" "$@"; }`;
  const options = { env: machine.env, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', `${payctl}; ${line}`], options);
  return { code: status, stdout, stderr };
}

describeWith('/dev/full', 'a full disk', () => {
  it('under standard error changes no exit', () => {
    expect(script('payctl explain nosuch 2>/dev/full').code).toBe(6);
    const unknown = '--tran-type W --out-trade-no SBXNONE1';
    const sent = script(`payctl --sandbox ewallet close ${unknown} --wait 0 2>/dev/full`);
    expect(sent).toMatchObject({ code: 6, stdout: '{}\n' });
  });
});

describe('what is printed before anything is loaded', () => {
  itWith('/dev/full', 'is exit 3 on a full disk', () => {
    expect(script('payctl --version >/dev/full').code).toBe(3);
  });

  it('is whole for a slow reader, and changes no exit for one that leaves', () => {
    const { stdout } = script('payctl help --json | (sleep 0.3; cat)');
    expect(JSON.parse(stdout)).toBeTypeOf('object');
    const left = script('payctl help --json | head -c 1 >/dev/null; echo $PIPESTATUS');
    expect(left).toMatchObject({ stdout: '0\n', stderr: '' });
  });
});

describe('a reader that leaves', () => {
  it('changes no exit', () => {
    const { stdout, stderr } = script('payctl openapi | head -c 1 >/dev/null; echo $PIPESTATUS');
    expect(stdout).toBe('0\n');
    expect(stderr).toBe('');
  });
});

/** One call on a terminal of this size; all that it shows. */
function onTerminal(columns: number, call: string, rows = 24, env = '') {
  const shell = `stty cols ${columns} rows ${rows}; ${env} "${process.execPath}" "${BIN}" ${call}`;
  const options = { env: machine.env, encoding: 'utf8' } as const;
  const { status, stdout } = spawnSync('script', ['-qefc', shell, '/dev/null'], options);
  return { code: status, stdout };
}

describeWith('script', 'a narrow terminal', () => {
  const CREATE = 'ewallet create --tran-type W --out-trade-no SBXNARROW1 --total-fee 1.00';

  it('gets the QR on the stream that it looks at', () => {
    const { code, stdout } = onTerminal(30, `--sandbox ${CREATE} --wait 1s >/dev/null`);
    expect(code, stdout).toBe(8);
    const said = stdout.replace(/\s+/g, ' ');
    expect(said).toContain('warning: the QR was not drawn: the QR code needs');
    expect(said).toContain('the terminal has 30');
  });
});

describeWith('script', 'the rows of a batch', () => {
  it('are a table on a terminal, and nothing but that: columns and files stay as they are', () => {
    const file = join(machine.home, 'rows.csv');
    writeFileSync(file, 'id\nSBXNOBODY2\n');
    const lines = (call: string) => {
      const { stdout } = onTerminal(100, `--sandbox batch investigate ${file} ${call}`);
      return stripVTControlCharacters(stdout).split(/[\r\n]+/);
    };
    expect(lines('')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^LINE +CLASS +REFERENCE +MESSAGE/),
        expect.stringMatching(/^2 +NOT_FOUND +SBXNOBODY2 +Not found: neither the bank nor/),
      ]),
    );
    expect(lines('--columns id,exit').join('')).toContain('{"line":2,"id":"SBXNOBODY2","exit":6}');
    const out = join(machine.home, 'rows.jsonl');
    lines(`--out ${out}`);
    expect(readFileSync(out, 'utf8')).toMatch(
      /^\{"line":2,"id":"SBXNOBODY2","verdict":"NOT_FOUND"/,
    );
  });
});

describeWith('script', 'output that is longer than the terminal', () => {
  const PAGER = 'PAYCTL_PAGER="sed s/^/|/"';
  /** Lines that went through the pager. */
  const paged = (call: string, rows: number, pager = PAGER) => {
    const { code, stdout } = onTerminal(80, `${call}; exit $?`, rows, pager);
    return { code, lines: stdout.split('\n').filter((line) => line.startsWith('|')).length };
  };

  it('goes to a pager, and ends as the command does', () => {
    expect(paged('explain 9500', 4)).toEqual({ code: 0, lines: 11 });
    expect(paged('--sandbox investigate SBXNOBODY1', 10)).toMatchObject({ code: 6 });
    expect(paged('--sandbox investigate SBXNOBODY1', 10).lines).toBeGreaterThan(10);
  });

  it.each([
    ['where it fits', 'explain 9500', 40, PAGER],
    ['where nobody wants one', 'explain 9500 --no-pager', 4, PAGER],
    ['where it is named empty', 'explain 9500', 4, 'PAYCTL_PAGER= PAGER="sed s/^/|/"'],
    ['where there is no such program', 'explain 9500', 4, 'PAYCTL_PAGER=no-such-pager'],
    ['where nobody can be asked', 'explain 9500', 4, `CI=true ${PAGER}`],
    ['into a pipe', 'explain 9500 -o table | cat', 4, PAGER],
    ['as a code for the camera', 'qr render A', 4, PAGER],
    ['as a code for the camera', '--sandbox qr create --ref1 A --amount 1', 4, PAGER],
  ])('is shown at once %s', (_, call, rows, pager) => {
    expect(paged(call, rows, pager)).toEqual({ code: 0, lines: 0 });
  });
});
