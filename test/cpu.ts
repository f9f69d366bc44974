import { appendFileSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect } from 'vitest';

const read = () => {
  const u = process.resourceUsage();
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const f = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    self: (u.userCPUTime + u.systemCPUTime) / 1e6,
    kids: (Number(f[13]) + Number(f[14])) / 100,
  };
};
const start = read();
afterAll(() => {
  const end = read();
  const path = expect.getState().testPath ?? '?';
  appendFileSync(
    process.env.CPU_OUT ?? '/tmp/suite/cpu.txt',
    `${(end.self - start.self + end.kids - start.kids).toFixed(2)} ${(end.self - start.self).toFixed(2)} ${(end.kids - start.kids).toFixed(2)} ${path.replace(/.*\/test\//, 'test/')} pid${process.pid}\n`,
  );
});
