import { createContext } from '../../src/cli/context.js';
import { readGlobals } from '../../src/cli/globals.js';
import { printFailure, printResult } from '../../src/cli/output/print.js';
import { printRows } from '../../src/cli/output/print-rows.js';
import { parse } from '../../src/cli/parse.js';
import { Services } from '../../src/cli/services.js';
import { commands } from '../../src/commands/listen/listen.js';
import { EXIT, PayctlError } from '../../src/core/errors.js';
import { nodeHost } from '../../src/host/node.js';
import { catchSignals } from '../../src/host/signals.js';

/** `listen`, `list` or `replay` from the sources in a process of its own, which a test may kill. */
async function main(): Promise<number> {
  const host = nodeHost();
  const [word, ...rest] = host.argv;
  const command = commands.find(({ words }) => words.at(-1) === word);
  if (command === undefined) throw new TypeError(`no command ${word}`);
  const parsed = parse(command, rest);
  const globals = readGlobals(parsed, host.env);
  const signals = catchSignals();
  const services = new Services(host, globals, signals);
  try {
    const result = await command.run(createContext(services), parsed);
    const last = result.rows ? await printRows(host, globals, result.rows) : result;
    await printResult(host, globals, command, last);
    return EXIT[last.problem?.exitClass ?? last.exit ?? 'SUCCESS'];
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    await printFailure(host, error, globals);
    return EXIT[error.exitClass];
  } finally {
    await services.close();
  }
}

process.exitCode = await main();
