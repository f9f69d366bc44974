import { fieldAt, nestFields } from '../../../bank/check.js';
import { type Fields, fieldPlace, type Operation } from '../../../bank/define.js';
import { loadCatalogue } from '../../../bank/families.js';
import { listFlags, relativeDates } from '../../../bank/flags.js';
import { objectSchema } from '../../../bank/json-schema.js';
import { issue } from '../../../bank/token/operations.js';
import type { ExitClass } from '../../../core/errors.js';
import {
  at,
  fromPlain,
  isJsonObject,
  isLosslessNumber,
  type Json,
  type JsonObject,
  jsonText,
  number,
} from '../../../core/json.js';
import type { Message } from '../../../core/message.js';
import { arazzo as words } from '../../../messages/smoke.js';
import type { Command, Groups } from '../../../runtime/command.js';
import type { Parsed } from '../../../runtime/parameter.js';
import { CONTROL_CALLS, CONTROL_PATH } from '../../../sandbox/server/control-calls.js';
import type { Plan, PlanStep } from '../../../smoke/plan.js';
import { SERVED } from '../../openapi/openapi.js';
import { PlannedCalls } from '../calls.js';
import { Expressions } from './expressions.js';
import {
  exampleAnswer,
  HTTP_STATUS,
  lastSegment,
  NoPlace,
  queryToPointer,
  stateField,
} from './terms.js';
import { optionsBeside, typed, wireCall } from './wire-call.js';

/** A document of Arazzo, and what it could not take. */
export interface ArazzoResult {
  document: JsonObject;
  leftOut: readonly Message[];
}

/** Plans as workflows of Arazzo 1.0 over the bank that `sandbox serve --control` serves. */
export async function plansToArazzo(
  plans: readonly Plan[],
  groups: Groups,
  now: number,
): Promise<ArazzoResult> {
  const catalogue = await loadCatalogue();
  const leftOut: Message[] = [];
  const workflows: JsonObject[] = [];
  for (const plan of plans) {
    const workflow = new Workflow(plan, groups, catalogue, now);
    workflows.push(await workflow.written());
    leftOut.push(...workflow.leftOut);
  }
  const document = {
    arazzo: '1.0.1',
    info: {
      title: plans.map(({ name }) => name).join(', '),
      summary: 'Plans of payctl smoke as workflows',
      description:
        'Made by payctl smoke --arazzo, for the bank that payctl sandbox serve --control serves.',
      version: '1',
    },
    sourceDescriptions: [{ name: 'bank', url: `${SERVED}/openapi.json`, type: 'openapi' }],
    workflows,
  };
  return { document, leftOut };
}

class Workflow {
  readonly leftOut: Message[] = [];
  readonly #plan: Plan;
  readonly #id: string;
  readonly #calls: PlannedCalls;
  readonly #catalogue: readonly Operation[];
  readonly #now: number;
  readonly #expressions = new Expressions();

  constructor(plan: Plan, groups: Groups, catalogue: readonly Operation[], now: number) {
    this.#plan = plan;
    this.#id = plan.name.replace(/[^A-Za-z0-9_-]+/g, '-');
    this.#calls = new PlannedCalls(groups, plan);
    this.#catalogue = catalogue;
    this.#now = now;
  }

  async written(): Promise<JsonObject> {
    const { name, vars, steps } = this.#plan;
    for (const [variable, value] of vars) this.#expressions.addVariable(variable, value);
    const written = [this.#tokenStep()];
    for (const step of steps) {
      const about = words.step(step.n, step.call);
      try {
        written.push(await this.#step(step, about));
      } catch (error) {
        if (!(error instanceof NoPlace)) throw error;
        this.leftOut.push(words.stepLeftOut(about, error.why));
      }
    }
    const required = [...this.#expressions.inputs].filter(
      ([, schema]) => schema.default === undefined,
    );
    return {
      workflowId: this.#id,
      summary: name,
      description: `Made of ${this.#plan.file}.`,
      inputs: {
        type: 'object',
        properties: Object.fromEntries(this.#expressions.inputs),
        required: required.map(([input]) => input),
      },
      steps: written,
    };
  }

  async #step(step: PlanStep, about: Message): Promise<JsonObject> {
    const { command, given } = await this.#calls.of(step);
    const written = step.isSandbox
      ? this.#controlCall(step, command, given())
      : this.#bankCall(step, command, given());
    const stepId = `${this.#id}-${step.n}`;
    const { eventuallyMs, always, expect, save } = step;
    const outputs: JsonObject = {};
    for (const [name, query] of save) {
      const pointer = queryToPointer(query);
      if (pointer === undefined) {
        this.leftOut.push(words.partLeftOut(about, words.query(query)));
        continue;
      }
      outputs[name] = `$response.body#/data${pointer}`;
      this.#expressions.save(name, `$steps.${stepId}.outputs.${name}`);
    }
    if (always) this.leftOut.push(words.partLeftOut(about, words.key('always')));
    if (expect.withinMs !== undefined) {
      this.leftOut.push(words.partLeftOut(about, words.key('within')));
    }
    return {
      stepId,
      description: `payctl ${step.isSandbox ? 'sandbox ' : ''}${step.call}`,
      ...written,
      ...(save.size > 0 && Object.keys(outputs).length > 0 && { outputs }),
      ...(eventuallyMs !== undefined && { onFailure: [eachSecondFor(eventuallyMs)] }),
    };
  }

  #controlCall(step: PlanStep, command: Command, { options, words: line }: Parsed): JsonObject {
    const name = command.words.slice(1).join('/');
    if (!isControlCall(name)) throw new NoPlace(words.noControl);
    const { method, input } = CONTROL_CALLS[name];
    const named = (command.arguments ?? []).map(({ name: word }, index) => [word, line[index]]);
    const fields = fromPlain({ ...Object.fromEntries(named), ...options });
    const known = Object.keys(input.def.shape);
    if (method !== 'POST' || !isJsonObject(fields)) throw new NoPlace(words.noControl);
    const payload = Object.entries(fields).filter(([, value]) => value !== null);
    if (payload.some(([key]) => !known.includes(key))) throw new NoPlace(words.noControl);
    this.#expressions.input('sandboxKey');
    return {
      operationPath: operationPath(CONTROL_PATH + name, method),
      parameters: [{ name: 'X-Sandbox-Key', in: 'header', value: '$inputs.sandboxKey' }],
      requestBody: requestBody(this.#expressions.filled(Object.fromEntries(payload))),
      successCriteria: this.#criteria(step),
    };
  }

  #bankCall(step: PlanStep, command: Command, parsed: Parsed): JsonObject {
    const { operation, given } = wireCall(step.call, command, parsed, this.#catalogue);
    if (operation.effect === 'auth') throw new NoPlace(words.ownToken);
    if (operation.owner === 'customer' || parsed.options.as === 'user') {
      throw new NoPlace(words.ofCustomer);
    }
    for (const name of optionsBeside(operation, command, parsed)) {
      this.leftOut.push(words.partLeftOut(words.step(step.n, step.call), words.key(name)));
    }
    const successCriteria = this.#criteria(step, operation);
    const fields = this.#wireFields(operation, given);
    const place = (name: string) => fieldPlace(operation, name);
    const body = Object.entries(fields).filter(([name]) => place(name) === 'body');
    const others = Object.entries(fields).filter(([name]) => place(name) !== 'body');
    const method = operation.otherMethods?.find((one) => one === parsed.options.method);
    return {
      operationPath: operationPath(operation.path, method ?? operation.method),
      parameters: [
        ...this.#headers(operation),
        ...others.map(([name, value]) => ({ name, in: place(name), value })),
      ],
      ...(operation.method === 'POST' && { requestBody: requestBody(Object.fromEntries(body)) }),
      successCriteria,
    };
  }

  /** The fields as they travel; what the profile has, or payctl makes, is an input. */
  #wireFields(operation: Operation, given: Fields): JsonObject {
    const fields = { ...given };
    for (const { field, required, setting, generated, fallback } of listFlags(operation)) {
      if (fieldAt(fields, field) !== undefined) continue;
      if (setting !== undefined) fields[field] = this.#expressions.input(setting);
      else if (required && generated !== undefined)
        fields[field] = this.#expressions.input(lastSegment(field));
      else if (fallback !== undefined) fields[field] = fallback;
    }
    const dated = relativeDates(operation)(nestFields(fields), this.#now);
    const filled = this.#expressions.filled(fromPlain(dated));
    return isJsonObject(filled) ? typed(filled, objectSchema(operation.input).properties) : {};
  }

  #headers({ subject }: Pick<Operation, 'subject'>): JsonObject[] {
    const values = {
      resourceOwnerId: '$inputs.apiKey',
      requestUId: '$inputs.requestUId',
      ...(subject !== 'none' && {
        authorization: `Bearer {$steps.${this.#id}-token.outputs.accessToken}`,
      }),
    };
    return Object.entries(values).map(([name, value]) => ({ name, in: 'header', value }));
  }

  /** Fetches the token that every other step sends. */
  #tokenStep(): JsonObject {
    const credentials = {
      applicationKey: '$inputs.apiKey',
      applicationSecret: '$inputs.apiSecret',
    };
    return {
      stepId: `${this.#id}-token`,
      description: 'The token, which payctl fetches by itself',
      operationPath: operationPath(issue.path, issue.method),
      parameters: this.#headers({ subject: 'none' }),
      requestBody: requestBody(credentials),
      successCriteria: [{ condition: '$statusCode == 200' }],
      outputs: { accessToken: '$response.body#/data/accessToken' },
    };
  }

  /** @param operation undefined for a control call */
  #criteria({ n, call, expect }: PlanStep, operation?: Operation): JsonObject[] {
    const { exit, code, state, query } = expect;
    const conditions: string[] = [];
    if (exit) conditions.push(exit.map((name) => statusCondition(name, operation)).join(' || '));
    else if (code === undefined) conditions.push(statusCondition('SUCCESS', operation));
    const values: [string, Json][] = Array.from(query);
    if (code !== undefined)
      conditions.push(`$response.body#/status/code == ${this.#code(code, operation)}`);
    const field = state === undefined ? undefined : operation && stateField(operation);
    if (state !== undefined && field !== undefined) values.unshift([field, state]);
    else if (state !== undefined) {
      this.leftOut.push(words.partLeftOut(words.step(n, call), words.key('state')));
    }
    for (const [path, expected] of values) {
      const pointer = queryToPointer(path);
      const literal = pointer && this.#literal(path, this.#expressions.filled(expected), operation);
      if (literal) conditions.push(`$response.body#/data${pointer} == ${literal}`);
      else this.leftOut.push(words.partLeftOut(words.step(n, call), words.query(path)));
    }
    return conditions.map((condition) => ({ condition }));
  }

  #code(code: string, operation?: Operation): string {
    return /^\d+$/.test(code) && !operation?.detailedStatus ? code : quoted(code);
  }

  /** As the answers of the bank have it: an amount may be a number or text. */
  #literal(path: string, value: Json, operation?: Operation): string | undefined {
    const text = jsonText(value) ?? (typeof value === 'boolean' ? String(value) : undefined);
    if (text === undefined) return undefined;
    if (text.startsWith('$') || typeof value === 'boolean') return text;
    const answer = operation && exampleAnswer(operation);
    const example = at(answer, path.replaceAll(/\[(\d+)\]/g, '.$1'));
    return isLosslessNumber(example) ? text : quoted(text);
  }
}

/** Not by its id, whose point runners take for that of a description's name. */
function operationPath(path: string, method: string): string {
  const pointer = path.replaceAll('~', '~0').replaceAll('/', '~1');
  return `{$sourceDescriptions.bank.url}#/paths/${pointer}/${method.toLowerCase()}`;
}

function isControlCall(name: string): name is keyof typeof CONTROL_CALLS {
  return Object.hasOwn(CONTROL_CALLS, name);
}

/** The status of an answer by which a call ends in a class. */
function statusCondition(name: ExitClass, operation?: Operation): string {
  const isAnswer = name === 'SUCCESS' || name === 'PENDING';
  const statuses = isAnswer ? [operation?.status ?? 200] : HTTP_STATUS.get(name);
  if (statuses === undefined) throw new NoPlace(words.endsHere(name));
  return statuses.map((each) => `$statusCode == ${each}`).join(' || ');
}

function eachSecondFor(ms: number): JsonObject {
  const retryLimit = number(String(Math.ceil(ms / 1000)));
  return { name: 'again', type: 'retry', retryAfter: number('1'), retryLimit };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function requestBody(payload: Json): JsonObject {
  return { contentType: 'application/json', payload };
}
