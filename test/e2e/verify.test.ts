import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { manyCharges, secondName } from '../journal/many.js';
import { freshMachine } from './payctl.js';

const COUNT = 2_600;

it('journal verify finds damage in a large journal', async () => {
  const made = await manyCharges(COUNT);
  const machine = freshMachine();
  const state = join(machine.home, '.local/state/payctl');
  const placeOf = (path: string) => path.replace(/^\/state/, state);
  const paths = made.host.files.paths().filter((path) => path.startsWith('/state/journal/'));
  for (const place of ['journal', 'claims']) {
    mkdirSync(join(state, place), { recursive: true, mode: 0o700 });
  }
  for (const path of paths) {
    writeFileSync(placeOf(path), made.host.files.text(path) ?? '', { mode: 0o600 });
    if (path.endsWith('.1.jsonl')) linkSync(placeOf(path), placeOf(secondName(path)));
  }
  const sound = await machine.payctl('journal verify -o json');
  expect(sound).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(sound.stdout)).toEqual({
    ...{ claims: COUNT, lines: 2 * COUNT, faults: [], torn: [] },
  });

  const [early = '', late = '', changed = ''] = [200, 2_500, 2_400].map((at) =>
    placeOf(paths[at] ?? ''),
  );
  for (const path of [early, late]) writeFileSync(path, 'damaged\n');
  rmSync(secondName(changed));
  writeFileSync(secondName(changed), 'damaged\n', { mode: 0o600 });
  const { code, stdout } = await machine.payctl('journal verify -o json');
  expect(code).toBe(3);
  const { faults } = JSON.parse(stdout);
  expect(faults.map(({ file, why }: Record<string, string>) => [file, why])).toEqual([
    [early, 'it is not a line of the journal'],
    [changed, `its second name has other lines, ${secondName(changed)}`],
    [late, 'it is not a line of the journal'],
  ]);

  rmSync(late);
  mkdirSync(late);
  const unreadable = await machine.payctl('journal verify -o json');
  expect(unreadable).toMatchObject({ code: 3, stdout: '' });
  expect(JSON.parse(unreadable.stderr).error.message).toBe(
    `cannot read ${late}: it is a directory`,
  );
});
