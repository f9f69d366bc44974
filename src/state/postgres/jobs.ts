import { Job, type JobTerms, readCount } from './job.js';
import { associatedData, type JobsContext } from './job-worker.js';
import { readBytes, readText, sql } from './sql.js';

/** Jobs of all machines. What a row says is sealed; how it ended and its amount stand in clear. */
export class Jobs {
  readonly #context: JobsContext;

  constructor(context: JobsContext) {
    this.#context = context;
  }

  /** The job of this name: that of these terms, or the one that was there first. */
  async begin(name: string, terms: JobTerms): Promise<Job> {
    const { server, sealer } = this.#context;
    const { operation, identity } = terms;
    await sealer.retryWithCurrentKey(() => {
      const details = sealer.seal(associatedData(name, 'details'), Buffer.from(terms.details));
      return server.query(sql`
        INSERT INTO payctl.job (name, operation, identity, details)
        VALUES (${name}, ${operation}, ${identity}, ${details}) ON CONFLICT DO NOTHING`);
    });
    return (await this.find(name)) ?? new Job(this.#context, name, terms, undefined);
  }

  async find(name: string): Promise<Job | undefined> {
    const { server, sealer } = this.#context;
    const [row] = await server.query(sql`
      SELECT operation, identity, details, rows FROM payctl.job WHERE name = ${name}`);
    if (row === undefined) return undefined;
    const details = sealer
      .open(associatedData(name, 'details'), readBytes(row, 'details'))
      .toString();
    const terms = {
      operation: readText(row, 'operation'),
      identity: readText(row, 'identity'),
      details,
    };
    return new Job(this.#context, name, terms, readCount(row, 'rows'));
  }
}
