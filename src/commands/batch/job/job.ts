import type { Fields, Operation } from '../../../bank/define.js';
import { payctl } from '../../../core/command-line.js';
import { configError, PayctlError } from '../../../core/errors.js';
import { sha256 } from '../../../core/hash.js';
import {
  at,
  fromPlain,
  isJsonObject,
  jsonText,
  parseJson,
  stringifyJson,
} from '../../../core/json.js';
import { normalizeBankUrl } from '../../../journal/claim.js';
import { jobMessages as messages } from '../../../messages/batch.js';
import type { Services } from '../../../runtime/services.js';
import type { Job, JobRow, JobTerms } from '../../../state/postgres/job.js';
import type { Jobs } from '../../../state/postgres/jobs.js';
import { type PrepareParts, preparer } from '../operation-task.js';
import { type BatchOptions, checkedName } from '../options.js';
import type { InputRow } from '../row-reader.js';

/** Whose job it is: a worker of anyone else is refused. */
interface Owner {
  bank: string;
  application: string;
  company: string;
  environment: string;
}

/** What belongs to a job beside its rows, the same for all who work on it. */
interface Terms extends Owner {
  base: Fields;
  /** Rows per second; undefined for no limit. */
  rate: number | undefined;
  waitMs: number | undefined;
  /** Relative dates count from here. */
  startedAt: number;
  outTradeNoPrefix: string | undefined;
}

/** The jobs of the shared store. Throws CONFIG where there is none. */
async function requireJobs(services: Services): Promise<Jobs> {
  const shared = await services.shared();
  if (shared) return shared.jobs;
  const { name } = await services.profile();
  const why = name === 'sandbox' ? messages.sandboxHasNoStore : messages.noStore;
  throw new PayctlError('CONFIG', why, {
    hint: payctl.ofSettings`config set store postgres://USER@HOST/DATABASE`,
    executed: 'no',
  });
}

/** The job to work on. Throws NOT_FOUND, or CONFIG where it belongs to another profile. */
export async function findJob(services: Services, name: string): Promise<Job> {
  const job = await (await requireJobs(services)).find(checkedName(name));
  if (job) return job;
  throw new PayctlError('NOT_FOUND', messages.notFound(JSON.stringify(name)), {
    hint: payctl`batch OPERATION FILE --job ${name}`,
  });
}

/** A batch as a job, and the existing job of its name, if any. */
export class JobDraft {
  readonly name: string;
  readonly #jobs: Jobs;
  readonly #terms: JobTerms;
  #job: Job | undefined;

  private constructor(name: string, jobs: Jobs, terms: JobTerms) {
    this.name = name;
    this.#jobs = jobs;
    this.#terms = terms;
  }

  /** Throws CONFLICT where the job of this name is another one. */
  static async of(
    services: Services,
    name: string,
    parts: PrepareParts,
    options: BatchOptions,
    digest: string,
  ): Promise<JobDraft> {
    const jobs = await requireJobs(services);
    const owner = await currentOwner(services);
    const { operation, base, startedAt, outTradeNoPrefix } = parts;
    const { rate, waitMs } = options;
    const terms: Terms = { ...owner, base, rate, waitMs, startedAt, outTradeNoPrefix };
    const details = stringifyJson(fromPlain(terms));
    const identity = sha256(stringifyJson([operation.id, digest, fromPlain(base)]));
    const draft = new JobDraft(name, jobs, { operation: operation.id, identity, details });
    const existing = await jobs.find(name);
    if (existing === undefined) return draft;
    await refuseOtherOwner(services, existing);
    draft.#accept(existing);
    const theirs = parseTerms(existing);
    if (theirs.rate !== rate || theirs.waitMs !== waitMs) {
      await services.note(messages.keepsTerms(name));
    }
    return draft;
  }

  /** The job with all its rows, which are loaded where they are not. */
  async loaded(rows: AsyncIterable<readonly InputRow[]>, parts: PrepareParts): Promise<Job> {
    const job = this.#job ?? this.#accept(await this.#jobs.begin(this.name, this.#terms));
    if (job.rows === undefined) await job.loaded(await load(job, rows, parts));
    return job;
  }

  #accept(job: Job): Job {
    if (job.terms.identity !== this.#terms.identity) {
      throw new PayctlError('CONFLICT', messages.other(this.name), {
        hint: messages.otherName(this.name),
      });
    }
    this.#job = job;
    return job;
  }
}

const MOST_ROWS = 500;
const MOST_TEXT = 1024 * 1024;

/** Loads the rows in pieces; returns how many there are. */
async function load(
  job: Job,
  rows: AsyncIterable<readonly InputRow[]>,
  parts: PrepareParts,
): Promise<number> {
  const prepare = preparer(parts);
  let count = 0;
  let some: JobRow[] = [];
  let text = 0;
  for await (const piece of rows) {
    for (const row of piece) {
      const ready = prepare(row);
      const fields = encodeRow(row);
      count += 1;
      text += fields.length;
      const amount = 'problem' in ready ? undefined : ready.amount;
      some.push({ number: count, fields, amount });
      if (some.length < MOST_ROWS && text < MOST_TEXT) continue;
      await job.load(some);
      some = [];
      text = 0;
    }
  }
  if (some.length > 0) await job.load(some);
  return count;
}

/** Throws CONFIG where the profile of this run is not that of the job. */
export async function refuseOtherOwner(services: Services, job: Job): Promise<void> {
  const [own, theirs] = [await currentOwner(services), parseTerms(job)];
  const differs = (['bank', 'application', 'company', 'environment'] as const).find(
    (name) => own[name] !== theirs[name],
  );
  if (differs === undefined) return;
  const { name } = await services.profile();
  const another = { job: job.name, differs: messages[differs], profile: name };
  throw configError(messages.ofAnother(another), messages.nameProfile);
}

async function currentOwner(services: Services): Promise<Owner> {
  const { baseUrl, applicationId } = await services.connection();
  const { environment, settings } = await services.profile();
  return {
    bank: normalizeBankUrl(baseUrl),
    application: sha256(applicationId).slice(0, 16),
    company: settings('companyId') ?? '',
    environment,
  };
}

export function prepareParts(
  { host }: Services,
  operation: Operation,
  { base, environment, startedAt, outTradeNoPrefix }: Terms,
): PrepareParts {
  return {
    operation,
    base,
    environment: environment === 'test' ? 'test' : 'live',
    outTradeNoPrefix,
    startedAt,
    clock: host.clock,
    random: host.random,
  };
}

export function parseTerms({ name, terms }: Job): Terms {
  const value = parseJson(terms.details);
  const text = (field: string) => jsonText(at(value, field));
  const count = (field: string) => {
    const given = text(field);
    return given === undefined ? undefined : Number(given);
  };
  const startedAt = count('startedAt');
  const base = at(value, 'base');
  if (startedAt === undefined || !isJsonObject(base)) {
    throw configError(messages.otherVersion(name));
  }
  return {
    bank: text('bank') ?? '',
    application: text('application') ?? '',
    company: text('company') ?? '',
    environment: text('environment') ?? '',
    base,
    rate: count('rate'),
    waitMs: count('waitMs'),
    startedAt,
    outTradeNoPrefix: text('outTradeNoPrefix'),
  };
}

/** As the store keeps it, in English. */
function encodeRow({ problem, ...row }: InputRow): string {
  const kept = problem === undefined ? row : { ...row, problem: String(problem) };
  return stringifyJson(fromPlain(kept));
}

export function decodeRow(text: string): InputRow {
  const value = parseJson(text);
  const [given, own] = [at(value, 'given'), at(value, 'own')];
  const problem = jsonText(at(value, 'problem'));
  return {
    line: Number(jsonText(at(value, 'line'))),
    ...(isJsonObject(given) && { given }),
    ...(isJsonObject(own) && { own }),
    problem,
  };
}
