import * as z from 'zod/mini';
import { EXIT, EXIT_CLASSES, type ExitClass } from '../core/errors.js';
import type { Json } from '../core/json.js';
import type { Message } from '../core/message.js';
import { parseDuration } from '../core/time.js';
import { planKeys } from '../messages/smoke.js';

/** What a step expects; what is absent does not matter. */
export interface Expectation {
  exit?: readonly ExitClass[];
  /** The bank's code, as text. */
  code?: string;
  state?: string;
  /** JMESPath over the operation's data, and the value that it must select. */
  query: ReadonlyMap<string, Json>;
  withinMs?: number;
}

/** How `${…}` and `{{…}}` in a step are filled. */
export interface Filling {
  fillText(text: string): string;
  fill(value: Json): Json;
}

export const AS_WRITTEN: Filling = { fillText: (text) => text, fill: (value) => value };

export interface PlanStep {
  /** From 1. */
  n: number;
  line: number;
  column: number;
  /** Acts on the embedded bank; skipped where there is none. */
  isSandbox: boolean;
  /** An operation id, or the words of a command with what follows them. */
  call: string;
  with: ReadonlyMap<string, Json>;
  expect: Expectation;
  /** JMESPath over the data, by the name under which later steps know the value. */
  save: ReadonlyMap<string, string>;
  /** The step is repeated until it passes, or for this long. */
  eventuallyMs?: number;
  /** Runs even after a failure. */
  always: boolean;
  /** Why it cannot run here. */
  skip?: Message;
}

export interface Plan {
  name: string;
  file: string;
  /** It comes with payctl. */
  isShipped: boolean;
  vars: ReadonlyMap<string, Json>;
  steps: readonly PlanStep[];
}

/** Made anew for each key, because zod keeps a description by the schema object. */
const text = () => z.string().check(z.minLength(1));
const textOrNumber = z.union([text(), z.number()]);
const duration = textOrNumber.check(
  z.refine((value) => parseDuration(String(value)) !== undefined),
);
const exit = z.union([z.literal(Object.values(EXIT)), z.enum(EXIT_CLASSES)]);
const anything = z.record(z.string(), z.unknown());

/** A plan as it is written; `planKeys` describes each key. */
export const PLAN = z.strictObject({
  name: text(),
  vars: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  steps: z
    .array(
      z.strictObject({
        call: z.optional(text()),
        sandbox: z.optional(text()),
        with: z.optional(anything),
        expect: z.optional(
          z.strictObject({
            exit: z.optional(z.union([exit, z.array(exit).check(z.minLength(1))])),
            code: z.optional(textOrNumber),
            state: z.optional(text()),
            query: z.optional(anything),
            within: z.optional(duration),
          }),
        ),
        save: z.optional(z.record(z.string(), text())),
        eventually: z.optional(duration),
        always: z.optional(z.boolean()),
      }),
    )
    .check(z.minLength(1)),
});

/** What a key of a plan takes, in the schema that editors read and in messages. */
export function keyMeaning(key: unknown): Message | undefined {
  return KEYS.get(key);
}

const KEYS: ReadonlyMap<unknown, Message> = new Map(Object.entries(planKeys));

/** What editors are told of the calls, as JSON Schema. */
export interface KnownCalls {
  /** Of the value of `call`, and of that of `sandbox`. */
  call: object;
  sandbox: object;
  /** Of a step: what each call takes in `with`. */
  steps: readonly object[];
}

/** The JSON Schema of a plan. */
export function planSchema({ call, sandbox, steps }: KnownCalls): object {
  const { $schema, ...schema } = z.toJSONSchema(PLAN, {
    override: ({ jsonSchema, path }) => {
      const key = path.at(-1);
      const meaning = path.at(-2) === 'properties' ? keyMeaning(key) : undefined;
      if (meaning) jsonSchema.description = String(meaning);
      if (meaning && key === 'call') Object.assign(jsonSchema, call);
      if (meaning && key === 'sandbox') Object.assign(jsonSchema, sandbox);
      if (key === 'items' && path.at(-2) === 'steps') Object.assign(jsonSchema, { allOf: steps });
    },
  });
  return { $schema, $id: 'urn:payctl:smoke:plan', title: 'Plan of payctl smoke', ...schema };
}
