import { usageError } from '../../core/errors.js';
import { inputMessages } from '../../messages/input.js';
import { running } from '../../messages/running.js';
import { command } from '../../runtime/command.js';
import { COMMANDS } from '../../runtime/monitoring/figures.js';
import { changeFigures } from '../../runtime/monitoring/figures-file.js';
import { promFile } from '../../runtime/monitoring/parameters.js';
import { option, restArguments } from '../../runtime/parameter.js';
import { absolutePath } from '../../runtime/user-file.js';

export const forget = command({
  words: ['metrics', 'forget'],
  summary: 'remove the figures of a command that is no longer run here',
  notes: [
    'A command that ran with --every is missed when it does not run again: forget it when its timer or crontab goes. The figures of other commands stay.',
  ],
  parameters: {
    words: restArguments('command', 'words of the command, e.g. journal recover'),
    metrics: option('--metrics <file.prom>', 'the file that holds them', promFile, {
      effect: 'writes',
      required: true,
    }),
  },
  examples: [
    'payctl --sandbox journal recover --metrics payctl.prom --every 10m > /dev/null',
    'payctl metrics forget journal recover --metrics payctl.prom',
    'payctl metrics forget doctor --metrics payctl.prom -o json',
  ],
  run: async ({ host }, { words, metrics }) => {
    const given = words.join(' ');
    const name = COMMANDS.find((known) => known === given);
    if (name === undefined) throw usageError(running.notMonitored(given, COMMANDS));
    if (metrics === undefined) throw usageError(running.forgetWhere);
    const path = absolutePath(host, metrics);
    if (host.files.stat(path) === undefined)
      throw usageError(inputMessages.noFile('--metrics', path));
    await changeFigures(host, path, (figures) => figures.forget(name));
    return { data: { command: name, file: path } };
  },
});
