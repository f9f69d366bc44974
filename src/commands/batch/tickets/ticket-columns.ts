import { type PayctlError, usageError } from '../../../core/errors.js';
import type { Fields } from '../../../core/fields.js';
import { fromPlain, jsonText } from '../../../core/json.js';
import { excerpt, visible } from '../../../core/text.js';
import { ticketMessages as messages, rowMessages } from '../../../messages/batch.js';
import {
  camelCase,
  longFlag,
  type Option,
  type Parameters,
  takesValue,
} from '../../../runtime/parameter.js';
import type { Column } from '../row-reader.js';
import { referenceColumnIn } from './ticket-names.js';

const MOST_NAMED = 12;

/** Columns of a file of tickets: the reference, flags of the command, and the caller's own. */
export class TicketColumns {
  readonly #references: readonly string[];
  readonly #flags: ReadonlyMap<string, Option>;
  readonly #fields: readonly string[];
  readonly #notByRow: readonly string[];
  readonly #wanted: string | undefined;

  /**
   * @param references what the column of the reference may be called, the most certain first
   * @param wanted the column of the reference, where somebody says it
   * @param notByRow flags that one row cannot have
   */
  constructor(
    references: readonly string[],
    parameters: Parameters<object>,
    fields: readonly string[],
    wanted: string | undefined,
    notByRow: readonly string[] = [],
  ) {
    const all: { options: readonly Option[] }[] = Object.values(parameters);
    const options = all.flatMap((parameter) => parameter.options);
    this.#references = references;
    this.#flags = new Map(options.map((option) => [camelCase(bare(longFlag(option))), option]));
    this.#fields = ['line', ...fields];
    this.#notByRow = notByRow;
    this.#wanted = wanted;
  }

  isHeader(cells: readonly string[]): boolean {
    return this.#referenceIn(cells.map((cell) => cell.trim())) !== undefined;
  }

  /** Of a header. Throws USAGE where it has no reference, or names a column of the result. */
  of(header: readonly string[]): Column[] {
    const names = header.map((name) => name.trim());
    if (names.some((name) => name.includes('\r'))) {
      throw usageError(messages.lineEnds, messages.saveAsCsv);
    }
    const reference = this.#referenceIn(names);
    if (reference === undefined) throw this.#noReference(names);
    const seen = new Set<string>();
    return names.map((name): Column => {
      // Beside its table a sheet may have cells without a heading.
      if (name === '') return {};
      const flag = this.#knownFlag(name);
      if (seen.has(flag ?? name)) {
        throw usageError(rowMessages.namedTwice(JSON.stringify(visible(name))));
      }
      seen.add(flag ?? name);
      if (name === reference) return { path: [name], own: name };
      if (flag !== undefined) return { path: [flag] };
      this.refuseTaken(name);
      return { own: name };
    });
  }

  /** Of JSON Lines: all but flags; the reference is carried too. */
  isOwn(key: string): boolean {
    return this.#knownFlag(key) === undefined;
  }

  /** Throws USAGE for a column of the caller that is named like one of the result. */
  refuseTaken(name: string): void {
    if (this.#notByRow.includes(bare(name))) {
      throw usageError(
        messages.ofWholeBatch(JSON.stringify(visible(name))),
        messages.give(`--${bare(name)}`),
      );
    }
    if (!this.#fields.includes(name)) return;
    throw usageError(messages.ofResult(JSON.stringify(name)), messages.otherColumnName);
  }

  /** The reference, and what the row says by flags. Throws USAGE. */
  read(given: Fields, own: Fields): { reference: string; options: Record<string, unknown> } {
    const options: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(given)) {
      const flag = this.#knownFlag(name);
      const text =
        jsonText(fromPlain(value)) ?? (typeof value === 'boolean' ? String(value) : undefined);
      if (flag === undefined) continue;
      if (text === undefined) throw usageError(messages.notText(name));
      if (text === '') continue;
      options[flag] = takesValue(this.#flags.get(flag)) ? text : parseBoolean(name, text);
    }
    const name = this.#referenceIn(Object.keys(own));
    const reference = name === undefined ? undefined : jsonText(fromPlain(own[name]));
    if (reference === undefined || reference.trim() === '') {
      throw usageError(messages.empty(name ?? this.#references[0] ?? ''));
    }
    return { reference: reference.trim(), options };
  }

  /** Of the fields given for every row: one that is no flag must be misspelt. */
  refuseUnknown(fields: Fields): void {
    const unknown = Object.keys(fields).find((name) => this.#knownFlag(name) === undefined);
    if (unknown === undefined) return;
    const names = [...this.#flags.values()].map((option) => bare(longFlag(option)));
    throw usageError(messages.unknownField(JSON.stringify(visible(unknown)), names));
  }

  #referenceIn(names: readonly string[]): string | undefined {
    return referenceColumnIn(names, this.#wanted, this.#references);
  }

  #noReference(names: readonly string[]): PayctlError {
    const shown = names.filter(Boolean).map((name) => JSON.stringify(excerpt(name, 60)));
    const wanted = this.#wanted;
    const missing =
      wanted === undefined ? this.#references.slice(0, 2) : [JSON.stringify(visible(wanted))];
    const some = shown.slice(0, MOST_NAMED);
    return usageError(messages.noReference(missing, some), messages.nameReference);
  }

  #knownFlag(name: string): string | undefined {
    const flag = camelCase(bare(name));
    return this.#flags.has(flag) ? flag : undefined;
  }
}

function bare(flag: string): string {
  return flag.replace(/^--/, '');
}

const BOOLEANS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
};

function parseBoolean(name: string, text: string): boolean {
  const value = BOOLEANS[text.toLowerCase()];
  if (value !== undefined) return value;
  throw usageError(messages.notTruth(name, JSON.stringify(visible(text))));
}
