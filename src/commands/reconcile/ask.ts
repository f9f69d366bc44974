import { PayctlError } from '../../core/errors.js';
import { sha256 } from '../../core/hash.js';
import type { Json } from '../../core/json.js';
import { endedBy } from '../../host/signals.js';
import { createAsker, previewInquiries } from '../../investigate/ask.js';
import { reconcileMessages as words } from '../../messages/reconcile.js';
import { AnswerLog } from '../../reconcile/answer-log.js';
import {
  type AskBank,
  type InquiryAnswer,
  type InquiryQuery,
  queryKey,
} from '../../reconcile/answers.js';
import { askBank, type Parts, questionsAbout } from '../../reconcile/live.js';
import type { Services } from '../../runtime/services.js';
import type { LocalKnowledge } from './local-knowledge.js';

/** Payments asked about at once, each by one inquiry after the other, within the bank's rate. */
const AT_ONCE = 8;

/** Puts questions to the bank of this profile. What `out` has of an earlier run is not asked again. */
export function asker(services: Services, local: LocalKnowledge, out: string | undefined): AskBank {
  return async (queries) => {
    const answers = new Map<string, InquiryAnswer>();
    if (queries.length === 0) return answers;
    const { host, stopping } = services;
    const { connection, parts } = await inquiryParts(services, local);
    const about = sha256(JSON.stringify([connection.baseUrl, queries.map(queryKey).sort()]));
    const now = () => host.clock.now();
    const log =
      out === undefined ? undefined : new AnswerLog(host.files, `${out}.asked`, about, now);
    try {
      const left = queries.filter((query) => {
        const answer = log?.known(queryKey(query));
        if (answer) answers.set(queryKey(query), answer);
        return answer === undefined;
      });
      await services.note(words.asking(left.length));
      await askAll(left, parts, stopping, (query, answer) => {
        answers.set(queryKey(query), answer);
        log?.add(queryKey(query), answer);
      });
    } finally {
      const isComplete = answers.size === queries.length;
      log?.close(isComplete && ![...answers.values()].some((answer) => 'why' in answer));
    }
    if (answers.size < queries.length)
      throw stoppedEarlyError(services, answers.size, queries.length, out);
    return answers;
  };
}

/** For --dry-run: notes what would be sent first about each payment, and sends nothing. */
export function previewer(services: Services, local: LocalKnowledge, shown: Json[]): AskBank {
  return async (queries) => {
    const { parts, bank } = await inquiryParts(services, local);
    for (const query of queries) {
      shown.push(...(await previewInquiries(bank, await questionsAbout(query, parts))));
    }
    return new Map();
  };
}

async function askAll(
  queries: readonly InquiryQuery[],
  parts: Parts,
  stopping: AbortSignal,
  take: (query: InquiryQuery, answer: InquiryAnswer) => void,
): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    for (;;) {
      const query = queries[next];
      next += 1;
      if (query === undefined || stopping.aborted) return;
      const answer = await askBank(query, parts);
      // An inquiry that a signal has cut off has no answer.
      if (!stopping.aborted) take(query, answer);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function inquiryParts(services: Services, { journal, inbox }: LocalKnowledge) {
  const { host, stopping } = services;
  const { environment, settings } = await services.profile();
  const connection = await services.connection();
  const { loadReferences } = await import('../../bank/families.js');
  const { clock, random } = host;
  const caller = await services.caller();
  const bank = { caller, clock, random, environment, settings, signal: stopping };
  const parts: Parts = {
    bank,
    ask: createAsker(bank),
    references: await loadReferences(),
    journal,
    inbox,
  };
  return { connection, parts, bank };
}

function stoppedEarlyError(
  { signals }: Services,
  answered: number,
  all: number,
  out: string | undefined,
): PayctlError {
  const { received } = signals;
  return new PayctlError(
    received === undefined ? 'UNAVAILABLE' : endedBy(received),
    words.stopped(answered, all),
    { hint: out === undefined ? words.withOut : words.again, executed: 'no' },
  );
}
