import { isJsonObject, type Json, type JsonObject, jsonText } from '../../../core/json.js';
import { arazzo as words } from '../../../messages/smoke.js';
import { NoPlace } from './terms.js';

const TEXT = { type: 'string' };
const CREDENTIALS = ['apiKey', 'apiSecret', 'requestUId'];

/** The inputs of a workflow, and the expressions that stand for the variables of its plan. */
export class Expressions {
  readonly inputs = new Map<string, JsonObject>(CREDENTIALS.map((name) => [name, TEXT]));
  readonly #expressions = new Map<string, string>();

  /** A text that is drawn anew becomes the pattern of an input. */
  addVariable(name: string, value: Json): void {
    const text = jsonText(value) ?? '';
    const pattern = text.replace(
      /\{\{\s*random\s+(\d+)\s*\}\}|[^\w\s-]/g,
      (part, count?: string) => (count === undefined ? `\\${part}` : `[A-Z0-9]{${count}}`),
    );
    const isDrawn = text.includes('{{');
    this.inputs.set(name, isDrawn ? { ...TEXT, pattern: `^${pattern}$` } : { default: value });
    this.#expressions.set(name, `$inputs.${name}`);
  }

  /** A later step knows this value by this expression. */
  save(name: string, expression: string): void {
    this.#expressions.set(name, expression);
  }

  /** What the profile has, or payctl makes, as an input. */
  input(name: string): string {
    this.inputs.set(name, this.inputs.get(name) ?? TEXT);
    return `$inputs.${name}`;
  }

  /** With expressions in place of variables. */
  filled(value: Json): Json {
    if (Array.isArray(value)) return value.map((item) => this.filled(item));
    if (isJsonObject(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, this.filled(item)]),
      );
    }
    if (typeof value !== 'string') return value;
    const [, whole] = /^\$\{([^}]*)\}$/.exec(value) ?? [];
    if (whole !== undefined) return this.#expression(whole);
    if (value.includes('{{')) throw new NoPlace(words.made(value));
    return value.replace(/\$\{([^}]*)\}/g, (_, name: string) => `{${this.#expression(name)}}`);
  }

  #expression(name: string): string {
    const expression = this.#expressions.get(name.trim());
    if (expression === undefined) throw new NoPlace(words.madeElsewhere(name.trim()));
    return expression;
  }
}
