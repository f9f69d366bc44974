import type { Host } from '../host/host.js';
import { isPlain } from '../host/progress.js';
import { prompts as words } from '../messages/terminal.js';
import type { Prompter } from '../runtime/door.js';
import { sayFor } from '../runtime/language.js';
import type { Selection } from '../runtime/run-options.js';

/** The person at a terminal, asked on standard error; by plain lines where that is wanted. */
export function personAt(host: Host, selection: Selection): Prompter {
  return isPlain(host.env) ? plainPerson(host, selection) : promptedPerson(host, selection);
}

/** Nothing is loaded before the first question. */
function promptedPerson(host: Host, selection: Selection): Prompter {
  const load = async () => {
    const say = await sayFor(host, selection);
    return { say, prompt: await import('../host/prompt.js') };
  };
  return {
    async confirm(question) {
      const { say, prompt } = await load();
      return prompt.confirm(host, say(question));
    },
    async input(question, { check, ...options }) {
      const { say, prompt } = await load();
      const wrong = (line: string) => {
        const problem = check(line);
        return problem === undefined ? undefined : say(problem);
      };
      return prompt.input(host, say(question), { ...options, check: wrong });
    },
    async select(question, choices) {
      const { say, prompt } = await load();
      const options = Object.entries(choices).map(([value, name]) => ({ value, name: say(name) }));
      return prompt.select(host, say(question), options);
    },
  };
}

/** What cannot be understood is asked again. */
function plainPerson(host: Host, selection: Selection): Prompter {
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
