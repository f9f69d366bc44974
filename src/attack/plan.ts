import * as z from 'zod/mini';
import { usageError } from '../core/errors.js';
import { joinTexts, type Message } from '../core/message.js';
import { nearest, visible } from '../core/text.js';
import { keysAt, mistakeText, YamlSource } from '../core/yaml.js';
import { attack as words } from '../messages/attack.js';
import { MOST_SEEDS } from './scenario.js';

const text = z.string().check(z.minLength(1));

/** A request that takes the place of a command. */
const Request = z.strictObject({
  url: text,
  method: z.optional(z.enum(['GET', 'POST', 'PUT'])),
  headers: z.optional(z.record(z.string(), z.string())),
  body: z.optional(z.unknown()),
});
export type PlannedRequest = z.infer<typeof Request>;

const word = z.array(z.string());

/** What `--plan` may say; each key is an option of the command, which wins over it. */
const PLAN = z.strictObject({
  start: z.optional(text),
  create: z.optional(z.union([text, Request])),
  orders: z.optional(z.union([text, Request])),
  confirmTo: z.optional(text),
  scenarios: z.optional(z.array(text).check(z.minLength(1))),
  seed: z.optional(z.int().check(z.minimum(0), z.maximum(999_999))),
  seeds: z.optional(z.int().check(z.minimum(1), z.maximum(MOST_SEEDS))),
  settle: z.optional(text),
  duration: z.optional(text),
  status: z.optional(
    z.strictObject({ paid: z.optional(word), reversed: z.optional(word), open: z.optional(word) }),
  ),
});
export type AttackPlan = z.infer<typeof PLAN>;

/** Reads a plan. Throws USAGE with the place of each mistake. */
export function readPlan(file: string, source: string): AttackPlan {
  const yaml = new YamlSource(file, source);
  const flaws = yaml.syntaxMistakes();
  if (flaws.length > 0) throw wrong(flaws.map(mistakeText));
  let value: unknown;
  try {
    value = yaml.value();
  } catch {
    throw wrong([mistakeText(yaml.mistake([], words.planNotMap))]);
  }
  const parsed = PLAN.safeParse(value);
  if (parsed.success) return parsed.data;
  const mistakes = parsed.error.issues.flatMap((issue) => {
    const path = issue.path.filter((step) => typeof step !== 'symbol');
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => {
        const guess = nearest(key, keysAt(PLAN, path)) ?? '';
        return yaml.mistake([...path, key], words.planKey(visible(key), guess), 'key');
      });
    }
    const said = path.length === 0 ? words.planNotMap : words.planValue(visible(path.join('.')));
    return [yaml.mistake(path, said)];
  });
  throw wrong(mistakes.sort((a, b) => a.line - b.line).map(mistakeText));
}

function wrong(mistakes: readonly Message[]) {
  return usageError(joinTexts(mistakes));
}
