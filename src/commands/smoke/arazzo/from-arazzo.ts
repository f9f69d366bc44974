import type { Operation } from '../../../bank/define.js';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  jsonText,
  readJson,
} from '../../../core/json.js';
import type { Message } from '../../../core/message.js';
import { nearest, visible } from '../../../core/text.js';
import type { Mistake, Path, YamlSource } from '../../../core/yaml.js';
import { smokePlans, arazzo as words } from '../../../messages/smoke.js';
import { wording } from '../../../messages/wording.js';
import { parseExits, parseLiteral, retrySeconds } from './conditions.js';
import { lastSegment, OWN_HEADERS, pointerToQuery, stateField } from './terms.js';

/** A plan made of a workflow, and what it could not take; or what is wrong with the document. */
export type Made =
  | { plan: JsonObject; leftOut: readonly Message[] }
  | { mistakes: readonly Mistake[] };

/** Whether a file is a document of Arazzo. */
export function isArazzo(source: YamlSource): boolean {
  return source.has(['arazzo']);
}

/** The plan of one workflow of a document; `only` names it where there are several. */
export function planFromArazzo(
  source: YamlSource,
  catalogue: readonly Operation[],
  only: string | undefined,
): Made {
  const workflows = listAt(source, ['workflows']);
  const names = workflows.map(({ workflowId }) => jsonText(workflowId) ?? '');
  const index = only === undefined && names.length === 1 ? 0 : names.indexOf(only ?? '');
  if (index < 0) {
    const why = names.length === 0 ? words.noWorkflows : words.chooseWorkflow(names.map(visible));
    return { mistakes: [source.mistake(['workflows'], why)] };
  }
  return new Reader(source, catalogue, ['workflows', index]).made();
}

/** The maps of a list of the document. */
function listAt(source: YamlSource, path: Path): JsonObject[] {
  const value = source.has(path) ? source.asWritten(path) : [];
  return Array.isArray(value) ? value.map((item) => (isJsonObject(item) ? item : {})) : [];
}

/** A place of the document, and what stands there. */
interface Place {
  value: Json;
  path: Path;
}

/** What a step calls, and the values that choose this form of it. */
interface Called {
  operation: Operation;
  variant: JsonObject;
}

/** Names of inputs whose values payctl has by itself. */
type Provided = ReadonlySet<string>;

class Reader {
  readonly #source: YamlSource;
  readonly #catalogue: readonly Operation[];
  readonly #path: Path;
  readonly #mistakes: Mistake[] = [];
  readonly #leftOut: Message[] = [];
  readonly #vars: JsonObject = {};
  /** The variables of outputs, by step and name; those of a token have none. */
  readonly #outputs = new Map<string, string>();

  constructor(source: YamlSource, catalogue: readonly Operation[], path: Path) {
    this.#source = source;
    this.#catalogue = catalogue;
    this.#path = path;
  }

  made(): Made {
    const path = [...this.#path, 'steps'];
    for (const key of ['dependsOn', 'parameters', 'successActions', 'failureActions', 'outputs']) {
      if (this.#source.has([...this.#path, key])) {
        this.#leaveOut(this.#textAt('workflowId'), words.key(key));
      }
    }
    const all = listAt(this.#source, path);
    const steps = all.flatMap((step, index) => this.#step(step, [...path, index]) ?? []);
    if (all.length === 0) this.#mistakes.push(this.#source.mistake(path, words.noWorkflows));
    if (this.#mistakes.length > 0) return { mistakes: this.#mistakes };
    const name = this.#textAt('summary') ?? this.#textAt('workflowId') ?? '';
    const vars = Object.keys(this.#vars).length > 0 && { vars: this.#vars };
    return { plan: { name, ...vars, steps }, leftOut: this.#leftOut };
  }

  #textAt(key: string): string | undefined {
    const path = [...this.#path, key];
    return this.#source.has(path) ? jsonText(this.#source.asWritten(path)) : undefined;
  }

  #step(step: JsonObject, path: Path): JsonObject | undefined {
    const { stepId = '', requestBody, outputs, onFailure } = step;
    const about = visible(jsonText(stepId) ?? '');
    const control = controlName(step);
    const called = control === undefined ? this.#operation(step, path) : undefined;
    if (called === undefined && control === undefined) return undefined;
    const { operation, variant } = called ?? {};
    // payctl fetches tokens by itself.
    if (operation?.effect === 'auth') return undefined;
    for (const key of ['onSuccess', 'dependsOn', 'workflowId']) {
      if (key in step) this.#leaveOut(stepId, words.key(key));
    }
    const failures = listAt(this.#source, [...path, 'onFailure']);
    if (failures.some(({ type }) => type !== 'retry'))
      this.#leaveOut(stepId, words.key('onFailure'));
    if (isJsonObject(requestBody) && 'replacements' in requestBody)
      this.#leaveOut(stepId, words.key('replacements'));
    const { settings = {}, generated = {} } = operation ?? {};
    const provided = new Set([
      ...Object.values(settings),
      ...Object.keys(generated).map(lastSegment),
    ]);
    const written = listAt(this.#source, [...path, 'parameters']);
    const parameters = written.map((one) => ('reference' in one ? {} : one));
    if (written.some((one) => 'reference' in one)) this.#leaveOut(stepId, words.key('reference'));
    const values = {
      ...variant,
      ...this.#parameters(parameters, path, provided),
      ...this.#payload(stepId, requestBody, [...path, 'requestBody', 'payload'], provided),
    };
    const expect = this.#expected(step, path, operation);
    const save = this.#saved(outputs, jsonText(stepId) ?? '', about);
    const seconds = retrySeconds(onFailure);
    return {
      ...(operation ? { call: operation.id } : { sandbox: control ?? '' }),
      ...(Object.keys(values).length > 0 && { with: values }),
      ...(Object.keys(expect).length > 0 && { expect }),
      ...(Object.keys(save).length > 0 && { save }),
      ...(seconds !== undefined && { eventually: `${seconds}s` }),
    };
  }

  #leaveOut(stepId: Json | undefined, what: Message): void {
    this.#leftOut.push(words.partLeftOut(visible(jsonText(stepId) ?? ''), what));
  }

  #operation({ operationId, operationPath }: JsonObject, path: Path): Called | undefined {
    const id = jsonText(operationId)?.replace(/^\$sourceDescriptions\.[\w-]+\./, '');
    const pointer = jsonText(operationPath)?.replace(/^.*#\/paths\//, '') ?? '';
    const place = pointer
      .replace(/\/[a-z]+$/, '')
      .replaceAll('~1', '/')
      .replaceAll('~0', '~');
    for (const operation of this.#catalogue) {
      for (const method of [operation.method, ...(operation.otherMethods ?? [])]) {
        const isMain = method === operation.method;
        const word = method.toLowerCase();
        const ownId = isMain ? operation.id : `${operation.id}.${word}`;
        const isMeant = operation.path === place && pointer.endsWith(`/${word}`);
        if (id === undefined ? isMeant : id === ownId) {
          return { operation, variant: isMain ? {} : { method } };
        }
      }
    }
    const name = visible(id ?? place);
    const guess = nearest(
      id ?? '',
      this.#catalogue.map((one) => one.id),
    );
    const why = name === '' ? words.namesOperation : words.noOperation(name);
    const key = operationId === undefined ? 'operationPath' : 'operationId';
    this.#wrong([...path, key], guess ? smokePlans.call(why, wording.didYouMean(guess)) : why);
    return undefined;
  }

  #wrong(path: Path, why: Message): void {
    this.#mistakes.push(this.#source.mistake(path, why));
  }

  #parameters(parameters: readonly JsonObject[], path: Path, provided: Provided): JsonObject {
    const entries = parameters.flatMap(({ name, value = null }, index): [string, Place][] => {
      const key = jsonText(name) ?? '';
      const isOwn = key === '' || OWN_HEADERS.includes(key.toLowerCase());
      return isOwn ? [] : [[key, { value, path: [...path, 'parameters', index, 'value'] }]];
    });
    return this.#filledAll(entries, provided);
  }

  #payload(stepId: Json, body: Json | undefined, path: Path, provided: Provided): JsonObject {
    const { payload = {} } = isJsonObject(body) ? body : {};
    const value = typeof payload === 'string' ? readJson(payload) : payload;
    const fields = isJsonObject(value) ? this.#filled({ value, path }, provided) : undefined;
    if (isJsonObject(fields)) return fields;
    this.#leaveOut(stepId, words.key('payload'));
    return {};
  }

  /** With `${…}` in place of expressions. */
  #filled({ value, path }: Place, provided: Provided): Json {
    if (Array.isArray(value)) {
      return value.map((item, at) => this.#filled({ value: item, path: [...path, at] }, provided));
    }
    if (isJsonObject(value)) {
      const entries = Object.entries(value).map(([key, item]): [string, Place] => [
        key,
        { value: item, path: [...path, key] },
      ]);
      return this.#filledAll(entries, provided);
    }
    if (typeof value !== 'string') return value;
    if (value.startsWith('$')) return this.#variable(value, path);
    return value.replace(/\{(\$[^}]+)\}/g, (_, part: string) => this.#variable(part, path));
  }

  /** Without what a step need not give: inputs without a default that the profile has, or payctl makes. */
  #filledAll(entries: readonly [string, Place][], provided: Provided): JsonObject {
    const given = entries.filter(([, { value }]) => {
      const [, input] = /^\$inputs\.([\w-]+)$/.exec(jsonText(value) ?? '') ?? [];
      return !(input && provided.has(input) && this.#default(input) === undefined);
    });
    return Object.fromEntries(given.map(([key, place]) => [key, this.#filled(place, provided)]));
  }

  #variable(expression: string, path: Path): string {
    const [, input] = /^\$inputs\.([\w-]+)$/.exec(expression) ?? [];
    const output = /^\$steps\.([\w-]+)\.outputs\.([\w-]+)$/.exec(expression);
    const saved = output ? this.#outputs.get(`${output[1]} ${output[2]}`) : undefined;
    if (input !== undefined) {
      const value = this.#default(input);
      if (value === undefined) this.#wrong(path, words.noValue(input));
      else this.#vars[input] = value;
    } else if (saved === undefined) this.#wrong(path, words.unknownValue(visible(expression)));
    return `\${${input ?? saved ?? ''}}`;
  }

  /** The default of an input, or what draws a text that fits its pattern. */
  #default(input: string): Json | undefined {
    const path = [...this.#path, 'inputs', 'properties', input];
    const schema = this.#source.has(path) ? this.#source.asWritten(path) : {};
    const { default: value, pattern } = isJsonObject(schema) ? schema : {};
    const [, drawn] =
      /^\^([\w\\-]*(?:\[A-Z0-9\]\{\d{1,2}\}[\w\\-]*)+)\$$/.exec(jsonText(pattern) ?? '') ?? [];
    return value ?? drawn?.replace(/\[A-Z0-9\]\{(\d+)\}/g, '{{random $1}}').replaceAll('\\', '');
  }

  #expected(step: JsonObject, path: Path, operation: Operation | undefined): JsonObject {
    const { stepId, successCriteria } = step;
    const criteria = Array.isArray(successCriteria) ? successCriteria : [];
    const state = operation && stateField(operation);
    const expect: JsonObject = {};
    const query: JsonObject = {};
    for (const criterion of criteria) {
      const { condition, type = 'simple' } = isJsonObject(criterion) ? criterion : {};
      for (const part of (jsonText(condition) ?? '').split(/\s*&&\s*/)) {
        const exits = parseExits(part);
        const [, pointer = '', written = ''] =
          /^\$response\.body#(\S+)\s*==\s*(.+)$/.exec(part) ?? [];
        const isKnown = /^\$(inputs|steps)\./.test(written);
        const value = isKnown ? this.#variable(written, path) : parseLiteral(written);
        const [, field] = /^\/data(\/.+)$/.exec(pointer) ?? [];
        const name = field && pointerToQuery(field);
        if (type === 'simple' && exits !== undefined) {
          if (exits.length > 0) expect.exit = exits.length === 1 ? (exits[0] ?? '') : exits;
        } else if (type === 'simple' && value !== undefined && pointer === '/status/code')
          expect.code = value;
        else if (type === 'simple' && value !== undefined && name !== undefined) {
          if (name === state) expect.state = value;
          else query[name] = value;
        } else this.#leaveOut(stepId, words.condition(visible(part)));
      }
    }
    // A success is expected anyway, and its code is in no answer but in the way it ends.
    if (expect.code === '1000') delete expect.code;
    return { ...expect, ...(Object.keys(query).length > 0 && { query }) };
  }

  #saved(outputs: Json | undefined, stepId: string, about: string): JsonObject {
    const save: JsonObject = {};
    for (const [name, expression] of Object.entries(isJsonObject(outputs) ? outputs : {})) {
      const [, pointer] = /^\$response\.body#\/data(\/.+)$/.exec(jsonText(expression) ?? '') ?? [];
      if (pointer === undefined) {
        this.#leftOut.push(words.partLeftOut(about, words.key(visible(name))));
        continue;
      }
      const isTaken = [...this.#outputs.values()].includes(name);
      const variable = isTaken ? `${stepId}_${name}` : name;
      this.#outputs.set(`${stepId} ${name}`, variable);
      save[variable] = pointerToQuery(pointer);
    }
    return save;
  }
}

/** The command of a control call of `sandbox serve`, without its first word. */
function controlName({ operationId, operationPath }: JsonObject): string | undefined {
  const [, byId] = /(?:^|\.)sandbox\.([\w.-]+)$/.exec(jsonText(operationId) ?? '') ?? [];
  const [, byPath] = /~1_sandbox~1([\w~-]+)\/post$/.exec(jsonText(operationPath) ?? '') ?? [];
  return byId?.replaceAll('.', ' ') ?? byPath?.replaceAll('~1', ' ');
}
