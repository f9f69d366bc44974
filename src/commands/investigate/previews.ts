import { loadReferences } from '../../bank/families.js';
import { fromPlain, type Json } from '../../core/json.js';
import { type Bank, prepare, questionsFor } from '../../investigate/ask.js';
import { type Case, recognise } from '../../investigate/gather.js';

/** The first questions; later ones depend on the answers. */
export async function previews(found: Case, bank: Bank): Promise<Json[]> {
  const references = await loadReferences();
  const { readings } = recognise(references, found, bank.settings);
  const scope = { ...found.scope, now: bank.clock.now() };
  const prepared = await Promise.all(
    readings
      .flatMap((reading) => questionsFor(references, reading, scope))
      .map((one) => prepare(bank, one)),
  );
  const sendable = prepared.flatMap((one) => ('why' in one ? [] : [one]));
  return Promise.all(
    sendable.map(async ({ operation, input }) => {
      const { method, url, body } = await bank.caller.preview(operation, input);
      return fromPlain({ operation: operation.id, method, url, body });
    }),
  );
}
