import { type Json, stringifyJson } from '../../core/json.js';
import { Message, type Say, sayEnglish, type Text } from '../../core/message.js';
import { visibleLines } from '../../core/text.js';
import type { Clock, Host } from '../../host/host.js';

/** What a line of --log json says. */
interface Entry {
  level: 'note' | 'warning' | 'error';
  text: Text;
  /** Of a failure, as `-o json` has it. */
  error?: Json;
}

/** One line of standard error under --log json. */
export function logLine({ now }: Pick<Clock, 'now'>, { level, text, error }: Entry, say: Say) {
  const line = {
    time: new Date(now()).toISOString(),
    level,
    // The same in every language and for all values, so that programs can compare it.
    id: text instanceof Message && text.id !== '' ? `${text.area}.${text.id}` : null,
    text: say(text),
    ...(error && { error }),
  };
  return `${visibleLines(stringifyJson(line))}\n`;
}

/** The host with a standard error that turns whatever a command, or a program of it, writes there into lines of the log. */
export function withLogLines(host: Host): Host {
  const write = (text: string | Uint8Array) => {
    const whole = typeof text === 'string' ? text : new TextDecoder().decode(text);
    return host.stderr.write(
      logLine(host.clock, { level: 'note', text: whole.trimEnd() }, sayEnglish),
    );
  };
  const stderr = { isTTY: false, columns: host.stderr.columns, write };
  return { ...host, stderr, errorsOfPrograms: stderr };
}
