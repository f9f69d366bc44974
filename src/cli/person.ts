import type { Host } from '../host/host.js';
import type { Person } from '../runtime/door.js';
import { sayFor } from '../runtime/language.js';
import type { Selection } from '../runtime/run-options.js';

/** The person at a terminal, asked on standard error. Nothing is loaded before the first question. */
export function personAt(host: Host, selection: Selection): Person {
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
