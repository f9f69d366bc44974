import type { Host } from '../host/host.js';
import { prompts as words } from '../messages/terminal.js';
import type { Person } from '../runtime/door.js';
import { sayFor } from '../runtime/language.js';
import type { Selection } from '../runtime/run-options.js';

/** The person at a terminal, asked by plain lines; what cannot be understood is asked again. */
export function plainPersonAt(host: Host, selection: Selection): Person {
  const load = async () => {
    const { ask } = await import('../host/plain-prompt.js');
    const say = await sayFor(host, selection);
    const tell = (text: string) => host.stderr.write(`${text}\n`);
    return { say, tell, ask };
  };
  return {
    async confirm(question) {
      const { say, tell, ask } = await load();
      for (;;) {
        const answer = (await ask(say(words.yesOrNo(question)))).trim().toLowerCase();
        if (['', 'n', 'no', 'ไม่'].includes(answer)) return false;
        if (['y', 'yes', 'ใช่'].includes(answer)) return true;
        await tell(say(words.answerYesOrNo));
      }
    },
    async input(question, { default: usual = '', check }) {
      const { say, tell, ask } = await load();
      for (;;) {
        const line = (await ask(say(words.line(question, usual)))) || usual;
        const problem = check(line);
        if (problem === undefined) return line;
        await tell(say(problem));
      }
    },
    async select(question, choices) {
      const { say, tell, ask } = await load();
      const entries = Object.entries(choices);
      await tell(say(question));
      for (const [index, [, name]] of entries.entries()) await tell(`  ${index + 1}. ${say(name)}`);
      for (;;) {
        const line = await ask(say(words.number(entries.length)));
        const [chosen] = entries[Number(line.trim()) - 1] ?? [];
        if (chosen !== undefined) return chosen;
      }
    },
  };
}
