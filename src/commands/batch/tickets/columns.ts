import type { Fields } from '../../../bank/define.js';
import {
  camelCase,
  longFlag,
  type Option,
  type Parameters,
  takesValue,
} from '../../../cli/parameter.js';
import { usageError } from '../../../core/errors.js';
import { fromPlain, textOf } from '../../../core/json.js';
import { visible } from '../../../core/text.js';
import { type Column, wrong } from '../columns.js';

/** Columns of a file of tickets: the reference, flags of the command, and the caller's own. */
export class TicketColumns {
  readonly #references: readonly string[];
  readonly #flags: ReadonlyMap<string, Option>;
  readonly #fields: readonly string[];
  readonly #notByRow: readonly string[];

  /**
   * @param references what the column of the reference may be called, the surest first
   * @param notByRow flags that one row cannot have
   */
  constructor(
    references: readonly string[],
    parameters: Parameters<object>,
    fields: readonly string[],
    notByRow: readonly string[] = [],
  ) {
    const all: { options: readonly Option[] }[] = Object.values(parameters);
    const options = all.flatMap((parameter) => parameter.options);
    this.#references = references;
    this.#flags = new Map(options.map((option) => [camelCase(bare(longFlag(option))), option]));
    this.#fields = ['line', ...fields];
    this.#notByRow = notByRow;
  }

  /** Of a header. Throws USAGE where it has no reference, or names a column of the result. */
  of(header: readonly string[]): Column[] {
    const names = header.map((name) => name.trim());
    if (names.some((name) => name.includes('\r'))) {
      throw wrong(
        'never ends: the lines of this file end with CR alone',
        'save it as CSV in UTF-8',
      );
    }
    const reference = this.#references.find((name) => names.includes(name));
    if (reference === undefined) {
      throw wrong(`has no column ${this.#references.slice(0, 2).join(' or ')}`);
    }
    const seen = new Set<string>();
    return names.map((name): Column => {
      const flag = this.#flagOf(name);
      if (seen.has(flag ?? name)) throw wrong(`names ${JSON.stringify(visible(name))} twice`);
      seen.add(flag ?? name);
      if (name === reference) return { path: [name], own: name };
      if (flag !== undefined) return { path: [flag] };
      this.refuseTaken(name);
      return { own: name };
    });
  }

  /** Of JSON Lines: all but flags; the reference is carried too. */
  isOwn(key: string): boolean {
    return this.#flagOf(key) === undefined;
  }

  /** Throws USAGE for a column of the caller that is named like one of the result. */
  refuseTaken(name: string): void {
    if (this.#notByRow.includes(bare(name))) {
      throw wrong(
        `names ${JSON.stringify(visible(name))}, which is one for the whole batch`,
        `give --${bare(name)}`,
      );
    }
    if (!this.#fields.includes(name)) return;
    throw wrong(
      `names ${JSON.stringify(name)}, which is a column of the result`,
      'give yours another name',
    );
  }

  /** The reference, and what the row says by flags. Throws USAGE. */
  read(given: Fields, own: Fields): { reference: string; options: Record<string, unknown> } {
    const options: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(given)) {
      const flag = this.#flagOf(name);
      const text =
        textOf(fromPlain(value)) ?? (typeof value === 'boolean' ? String(value) : undefined);
      if (flag === undefined) continue;
      if (text === undefined) throw usageError(`${name} is not a text`);
      if (text === '') continue;
      options[flag] = takesValue(this.#flags.get(flag)) ? text : truthOf(name, text);
    }
    const name = this.#references.find((one) => own[one] !== undefined);
    const reference = name === undefined ? undefined : textOf(fromPlain(own[name]));
    if (reference === undefined || reference.trim() === '') {
      throw usageError(`${name ?? this.#references[0]} is empty`);
    }
    return { reference: reference.trim(), options };
  }

  /** For fields of every row: what is no flag is misspelt. */
  refuseUnknown(fields: Fields): void {
    const unknown = Object.keys(fields).find((name) => this.#flagOf(name) === undefined);
    if (unknown === undefined) return;
    const known = [...this.#flags.values()].map((option) => bare(longFlag(option)));
    throw usageError(
      `${JSON.stringify(visible(unknown))} is no field of this batch; it has ${known.join(', ')}`,
    );
  }

  #flagOf(name: string): string | undefined {
    const flag = camelCase(bare(name));
    return this.#flags.has(flag) ? flag : undefined;
  }
}

function bare(flag: string): string {
  return flag.replace(/^--/, '');
}

const TRUTH: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
};

function truthOf(name: string, text: string): boolean {
  const truth = TRUTH[text.toLowerCase()];
  if (truth !== undefined) return truth;
  throw usageError(`${name} is ${JSON.stringify(visible(text))}; give true or false`);
}
