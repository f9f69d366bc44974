import { list } from '../../src/journal/list.js';
import { PAY } from '../client/rig.js';
import { type Bench, bench } from './bench.js';

const DIRECTORY = '/state/journal/';

/** As many paid charges, each the same but for its key; what became of them is remembered. */
export async function manyCharges(count: number): Promise<Bench> {
  const made = bench();
  made.answers['ewallet.pay'] = () => ({ class: 'SUCCESS' });
  await made.pay(PAY);
  const { files } = made.host;
  const [first = ''] = files.paths().filter((path) => path.endsWith('.1.jsonl'));
  const text = files.text(first) ?? '';
  for (let number = 1; number < count; number++) {
    const key = `${(number * 0x1_00_07).toString(16).padStart(12, '0')}${'0'.repeat(20)}`;
    const path = `${DIRECTORY}${key}.1.jsonl`;
    files.put(path, text);
    files.link(path, backupLink(path));
  }
  await list(made.journal);
  return made;
}

function backupLink(path: string): string {
  return path.replace('/journal/', '/claims/').replace(/\.jsonl$/, '');
}
