import type { Operation } from '../bank/define.js';
import type { Caller } from '../client/caller.js';
import type { Outcome } from '../client/outcome.js';
import type { Fields } from '../core/fields.js';
import { tolerate } from '../core/tolerate.js';
import type { CodeRecord, Codes } from '../state/codes.js';

export interface Memory {
  codes(): Promise<Codes>;
  baseUrl(): Promise<string>;
  /** By the clock of the bank, in milliseconds since the epoch. */
  bankNow(): Promise<number>;
}

/** A caller that notes which codes it had made, so that an unpaid one is known by its reference. */
export function rememberingCodes(caller: Caller, memory: Memory): Caller {
  return {
    session: caller.session,
    preview: (operation, input, options) => caller.preview(operation, input, options),
    async call(operation, input, options) {
      const outcome = await caller.call(operation, input, options);
      const isCode = operation.role === 'creation' && operation.created !== undefined;
      if (isCode && outcome.class === 'SUCCESS') await remember(operation, input, outcome, memory);
      return outcome;
    },
  };
}

/** The code exists: that it could not be noted changes nothing about it. */
async function remember(
  { created }: Operation,
  input: Fields,
  { data = null }: Outcome,
  { codes, baseUrl, bankNow }: Memory,
): Promise<void> {
  const settings = () => undefined;
  await tolerate(async () => {
    const now = await bankNow();
    const store = await codes();
    for (const { ask, value, known = {} } of created?.(input, data) ?? []) {
      const [question] = ask(value, { known, now, settings });
      if (question === undefined) continue;
      const code: CodeRecord = {
        reference: value,
        inquiry: question.operation,
        known,
        baseUrl: await baseUrl(),
        at: now,
      };
      await store.keep(code);
    }
  });
}
