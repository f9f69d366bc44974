import { loadReferences } from '../bank/families.js';
import type { Reference } from '../bank/reference.js';
import { type AskedBank, type Asker, bankFor, createAsker, type PaceOf } from './ask.js';
import type { Evidence } from './evidence.js';
import { type Case, gather, isReference, withSpelling } from './gather.js';
import { judge } from './judge.js';
import { type LocalEvidence, openLocalEvidence } from './local-evidence.js';
import { stepsAfter } from './next-steps.js';
import { createReport } from './report.js';
import type { InvestigationServices } from './services.js';
import { isKnown, otherSpellings } from './spellings.js';
import type { Ticket } from './ticket.js';

interface Parts {
  bank: AskedBank;
  ask: Asker;
  local: LocalEvidence;
  references: readonly Reference[];
}

/** Solves tickets, one or thousands: all share the connection, the token and the pace of the bank. */
export class Investigator {
  readonly #parts: Parts;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  static async open(
    services: InvestigationServices,
    { paceOf, signal }: { paceOf?: PaceOf; signal?: AskedBank['signal'] } = {},
  ): Promise<Investigator> {
    const usual = await bankFor(services);
    const bank = signal === undefined ? usual : { ...usual, signal };
    return new Investigator({
      bank,
      ask: createAsker(bank, paceOf),
      local: await openEvidence(services),
      references: await loadReferences(),
    });
  }

  /**
   * Reads only. What nobody knows as it was typed is tried once more in other spellings; where none is
   * known, all that was asked counts: the days that were searched, and an inquiry that failed.
   */
  async solve(investigated: Case): Promise<Ticket> {
    const ticket = await this.#solveAs(investigated);
    const isUnknown = ticket.report.verdict.class === 'NOT_FOUND' && !isKnown(ticket.evidence);
    if (!isUnknown) return ticket;
    const { local, references, bank } = this.#parts;
    const { id, typed = id } = investigated;
    const { own, all } = await otherSpellings(investigated, local);
    let { evidence } = ticket;
    for (const spelling of all) {
      const alike = own.filter((one) => one !== spelling);
      const spelled = { ...investigated, id: spelling, payloads: [spelling], typed, alike };
      if (!isReference(references, spelled, bank.settings)) continue;
      const other = await this.#solveAs(spelled);
      if (isKnown(other.evidence)) return other;
      evidence = withSpelling(evidence, other.evidence);
    }
    return this.#judged(investigated, evidence);
  }

  async #solveAs(investigated: Case): Promise<Ticket> {
    return this.#judged(investigated, await gather(investigated, this.#parts));
  }

  #judged(investigated: Case, evidence: Evidence): Ticket {
    const { references } = this.#parts;
    const judgement = judge(evidence);
    const steps = stepsAfter(evidence, judgement, references);
    const report = createReport(evidence, judgement, steps);
    return {
      report,
      evidence,
      ...(investigated.picture !== undefined && { picture: investigated.picture }),
    };
  }
}

async function openEvidence(services: InvestigationServices): Promise<LocalEvidence> {
  const { baseUrl } = await services.connection();
  const codes = await (await services.codes()).recent(services.host.clock.now());
  const desk = await services.desk();
  return openLocalEvidence(await services.journal(), baseUrl, await services.inbox(), {
    codes,
    desk,
  });
}
