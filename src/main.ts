import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { quickAnswer } from './cli/quick.js';

function readHelp(page: string): string | undefined {
  try {
    return readFileSync(join(__dirname, 'help', page), 'utf8');
  } catch {
    return undefined;
  }
}

async function start(): Promise<void> {
  const { nodeHost } = await import('./host/node.js');
  const { run } = await import('./run.js');
  process.exitCode = await run(nodeHost());
}

const answer = quickAnswer(process.argv.slice(2), readHelp);
if (answer === undefined) void start();
else process.stdout.write(answer);
