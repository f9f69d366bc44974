import { expect, it } from 'vitest';
import { createClient } from '../../src/index.js';
import { startBank } from '../../src/testing.js';

it('starts', async () => {
  for (let i = 0; i < 4; i++) {
    const t = performance.now();
    const bank = await startBank({ seed: 1 });
    console.log(performance.now() - t);
    await bank.stop();
    console.log(performance.now() - t);
  }
});
