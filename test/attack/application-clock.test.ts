import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ApplicationClock } from '../../src/attack/application-clock.js';
import { nodeHost } from '../../src/host/node.js';
import { freshMachine } from '../fixtures/machine.js';
import { describeWith, itWith } from '../fixtures/needs.js';

const host = nodeHost();
const MOMENT = Date.parse('2031-02-03T23:59:45+07:00');

/** What a program prints, that sees the time of an application. */
function run(clock: ApplicationClock, [program, option]: readonly [string, string], code: string) {
  const env = { ...process.env, TZ: 'Asia/Bangkok', ...clock.variables() };
  return execFileSync(program, [option, code], { env, encoding: 'utf8' }).trim();
}

const NODE = [process.execPath, '-e'] as const;
const PYTHON = ['python3', '-c'] as const;

/** Times in milliseconds, which must be those of the application, and then what must be true. */
function expectMoved(program: readonly [string, string], code: string): void {
  const clock = new ApplicationClock(host);
  expect(clock.variables()).toEqual({});
  clock.startAt(MOMENT);
  const said = run(clock, program, code).split(' ');
  const times = said.map(Number).filter(Number.isFinite);
  expect(times.length).toBeGreaterThan(2);
  for (const time of times) {
    expect(time).toBeGreaterThan(MOMENT - 2_000);
    expect(time).toBeLessThan(MOMENT + 60_000);
  }
  const facts = said.slice(times.length);
  expect(facts.length).toBeGreaterThan(1);
  expect(facts.filter((fact) => !/^true$/i.test(fact))).toEqual([]);
  clock.close();
}

describe('the clock of an application', () => {
  it('is moved under Node', () => {
    expectMoved(
      NODE,
      `const now = new Date();
       console.log(Date.now(), now.getTime(), Date.parse(Date()), now instanceof Date, now.constructor === Date)`,
    );
  });

  itWith('python3', 'is moved under Python', () => {
    expectMoved(
      PYTHON,
      `import datetime, time
from datetime import date, datetime as DateTime, timezone
now = DateTime.now()
print(int(time.time() * 1000), time.time_ns() // 1000000, int(now.timestamp() * 1000),
  int(DateTime.now(timezone.utc).timestamp() * 1000), int(time.mktime(time.localtime()) * 1000),
  int(DateTime.utcnow().replace(tzinfo=timezone.utc).timestamp() * 1000),
  int(time.mktime(time.strptime(time.ctime())) * 1000),
  isinstance(now, datetime.datetime), type(now) is DateTime, date.today().isoformat() == '2031-02-03',
  time.strftime('%Y-%m-%d %H') == '2031-02-03 23', time.strftime('%d', time.gmtime(0)) == '01')`,
    );
  });
});

describeWith('python3', 'the clock of an application under Python', () => {
  it('leaves waiting, and what the application loads first, as they are', () => {
    const { home } = freshMachine();
    writeFileSync(join(home, 'sitecustomize.py'), 'loaded = True');
    const clock = new ApplicationClock({ ...host, env: { PYTHONPATH: home } });
    clock.startAt(MOMENT);
    const said = run(
      clock,
      PYTHON,
      `import sys, threading, time
begun = time.monotonic()
time.sleep(0.05)
threading.Event().wait(0.05)
print(sys.modules['sitecustomize'].loaded, 0.1 <= time.monotonic() - begun < 20, sys.path[1])`,
    );
    expect(said).toBe(`True True ${home}`);
    clock.close();
  });
});
