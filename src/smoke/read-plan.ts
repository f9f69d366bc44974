import { EXIT_CLASSES, exitClassForCode, PayctlError } from '../core/errors.js';
import { isRecord } from '../core/fields.js';
import { isJsonObject, type Json, type JsonObject, jsonText } from '../core/json.js';
import type { Message } from '../core/message.js';
import { excerpt, nearest, visible } from '../core/text.js';
import { parseDuration } from '../core/time.js';
import { keysAt, type Mistake, type Path, YamlSource } from '../core/yaml.js';
import { queryFault } from '../format/select.js';
import { smokePlans as words } from '../messages/smoke.js';
import { keyMeaning, PLAN, type Plan, type PlanStep } from './plan.js';
import { findPlaceholders } from './variables.js';

/** A plan, or all that is wrong with it; nothing has been sent. */
export type PlanOrMistakes = { plan: Plan } | { mistakes: Mistake[] };

/** Throws USAGE for what may not be a step; returns what is wrong with a name of its values. */
export type StepCheck = (
  step: Pick<PlanStep, 'call' | 'isSandbox' | 'with'>,
) => Promise<(name: string) => Message | undefined>;

export async function readPlan(
  file: string,
  text: string,
  check: StepCheck,
  isShipped = false,
): Promise<PlanOrMistakes> {
  const source = new YamlSource(file, text);
  const flaws = source.syntaxMistakes();
  if (!source.isReadable()) return { mistakes: flaws };
  const { mistakes: misshapen, value } = parseShape(source);
  const mistakes = [...flaws, ...misshapen];
  const plan = value && toPlan(source, value, isShipped);
  if (plan) mistakes.push(...(await checkPlan(plan, source, check)));
  if (plan && mistakes.length === 0) return { plan };
  return { mistakes: mistakes.sort((a, b) => a.line - b.line || a.column - b.column) };
}

type PlanYaml = (typeof PLAN)['_zod']['output'];

interface Shape {
  mistakes: Mistake[];
  /** What can be checked further; undefined where the shape is too far off. */
  value?: PlanYaml;
}

/** The plan with its mistakes left out, so that all of them are told at once. */
function parseShape(source: YamlSource): Shape {
  const tooMany = source.aliasMistakes();
  if (tooMany.length > 0) return { mistakes: tooMany };
  const value = source.value();
  const read = PLAN.safeParse(value);
  const issues = read.error?.issues ?? [];
  const mistakes = issues.flatMap((issue) => shapeMistakes(issue, source));
  for (const issue of issues) leaveOut(value, issue);
  const rest = PLAN.safeParse(value);
  if (!rest.success) return { mistakes };
  return { mistakes: [...mistakes, ...bothOrNeither(rest.data, source)], value: rest.data };
}

function bothOrNeither({ steps }: PlanYaml, source: YamlSource): Mistake[] {
  return steps.flatMap(({ call, sandbox }, index) =>
    (call === undefined) === (sandbox === undefined)
      ? [source.mistake(['steps', index], words.callOrSandbox)]
      : [],
  );
}

function leaveOut(value: unknown, issue: Issue): void {
  const paths =
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [...issue.path, key])
      : [issue.path];
  for (const path of paths) {
    const above = path.slice(0, -1).reduce<unknown>((here, key) => {
      return typeof here === 'object' && here !== null ? Reflect.get(here, key) : undefined;
    }, value);
    const key = path.at(-1);
    if (isRecord(above) && key !== undefined) Reflect.deleteProperty(above, key);
  }
}

type Issue = NonNullable<ReturnType<(typeof PLAN)['safeParse']>['error']>['issues'][number];

/** A mistake in the shape, in words for who wrote the plan. */
function shapeMistakes(issue: Issue, source: YamlSource): Mistake[] {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  if (issue.code === 'unrecognized_keys') {
    const knownKeys = keysAt(PLAN, path);
    return issue.keys.map((key) => {
      const about = {
        key: visible(excerpt(key, 40)),
        guess: nearest(key, knownKeys),
        known: knownKeys,
      };
      return source.mistake([...path, key], words.unknownKey(about), 'key');
    });
  }
  const key = path.findLast((part) => typeof part === 'string') ?? '';
  if (path.length === 0) return [source.mistake(path, words.isMap)];
  if (path.length === 2 && path[0] === 'steps') {
    return [source.mistake(path, words.stepIsMap)];
  }
  if (!source.has(path)) return [source.mistake(path, words.missing(key))];
  const word = jsonText(source.asWritten(path));
  const guess = key === 'exit' && word !== undefined ? nearest(word, EXIT_CLASSES) : undefined;
  const meaning = meaningForPath(path);
  const message = guess ? words.mustBeLike({ key, meaning, guess }) : words.mustBe(key, meaning);
  return [source.mistake(path, message)];
}

function meaningForPath(path: Path): Message {
  const key = path.findLast((part) => keyMeaning(part) !== undefined);
  return keyMeaning(key) ?? words.somethingElse;
}

function toPlan(
  source: YamlSource,
  { name, vars = {}, steps }: PlanYaml,
  isShipped: boolean,
): Plan {
  const writtenAt = (...path: Path) => {
    const value = source.asWritten(path);
    return new Map(Object.entries(isJsonObject(value) ? value : {}));
  };
  return {
    name,
    file: source.file,
    isShipped,
    vars: Object.keys(vars).length > 0 ? writtenAt('vars') : new Map(),
    steps: steps.map((step, index): PlanStep => {
      const { expect = {}, save = {}, eventually, always = false } = step;
      const exits = Array.isArray(expect.exit) ? expect.exit : [expect.exit];
      const classes = exits.flatMap((exit) => exitClassForCode(exit) ?? []);
      return {
        n: index + 1,
        ...source.findPlace(['steps', index]),
        isSandbox: step.sandbox !== undefined,
        call: step.call ?? step.sandbox ?? '',
        with: step.with ? writtenAt('steps', index, 'with') : new Map(),
        expect: {
          ...(classes.length > 0 && { exit: classes }),
          code: writtenText(source.asWritten(['steps', index, 'expect', 'code']), expect.code),
          state: expect.state,
          query: expect.query ? writtenAt('steps', index, 'expect', 'query') : new Map(),
          withinMs: parseMs(expect.within),
        },
        save: new Map(Object.entries(save)),
        eventuallyMs: parseMs(eventually),
        always,
      };
    }),
  };
}

function writtenText(written: Json, value: unknown): string | undefined {
  return value === undefined ? undefined : jsonText(written);
}

function parseMs(duration: string | number | undefined): number | undefined {
  return duration === undefined ? undefined : parseDuration(String(duration));
}

/** Everything that can be wrong with a plan of the right shape. */
async function checkPlan(plan: Plan, source: YamlSource, check: StepCheck): Promise<Mistake[]> {
  const knownNames = new Set<string>();
  const mistakes: Mistake[] = [];
  for (const [name, value] of plan.vars) {
    mistakes.push(...unfilled(value, ['vars', name], knownNames, source));
    knownNames.add(name);
  }
  for (const step of plan.steps) {
    mistakes.push(...(await checkStep(step, knownNames, source, check)));
    for (const name of step.save.keys()) knownNames.add(name);
  }
  return mistakes;
}

async function checkStep(
  step: PlanStep,
  knownNames: ReadonlySet<string>,
  source: YamlSource,
  check: StepCheck,
): Promise<Mistake[]> {
  const at: Path = ['steps', step.n - 1];
  const key = step.isSandbox ? 'sandbox' : 'call';
  const mistakes = [
    ...unfilled(step.call, [...at, key], knownNames, source),
    ...unfilled(Object.fromEntries(step.with), [...at, 'with'], knownNames, source),
    ...unfilled(
      Object.fromEntries(step.expect.query),
      [...at, 'expect', 'query'],
      knownNames,
      source,
    ),
    ...(await wrongQueries(step.expect.query.keys(), [...at, 'expect', 'query'], 'key', source)),
  ];
  for (const [name, query] of step.save) {
    mistakes.push(...(await wrongQueries([query], [...at, 'save'], 'value', source, name)));
  }
  if (step.call === '') return mistakes;
  try {
    const wrongName = await check(step);
    for (const name of step.with.keys()) {
      const wrong = wrongName(name);
      if (wrong) mistakes.push(source.mistake([...at, 'with', name], wrong, 'key'));
    }
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    const { said, facts } = error;
    const { hint } = facts;
    mistakes.push(source.mistake([...at, key], hint ? words.call(said, hint) : said));
  }
  return mistakes;
}

async function wrongQueries(
  queries: Iterable<string>,
  path: Path,
  part: 'key' | 'value',
  source: YamlSource,
  name?: string,
): Promise<Mistake[]> {
  const mistakes: Mistake[] = [];
  for (const query of queries) {
    const why = await queryFault(query);
    if (why === undefined) continue;
    const message = words.query(visible(JSON.stringify(query)), why);
    mistakes.push(source.mistake([...path, name ?? query], message, part));
  }
  return mistakes;
}

/** Names that no variable and no earlier `save` has, and unknown words in `{{…}}`. */
function unfilled(
  value: Json,
  path: Path,
  knownNames: ReadonlySet<string>,
  source: YamlSource,
): Mistake[] {
  if (isJsonObject(value) || Array.isArray(value)) {
    const items: JsonObject = isJsonObject(value) ? value : Object.fromEntries(value.entries());
    return Object.entries(items).flatMap(([key, item]) =>
      unfilled(item, [...path, Array.isArray(value) ? Number(key) : key], knownNames, source),
    );
  }
  return findPlaceholders(value).flatMap(({ written, name, isKnown }) => {
    if (!isKnown) {
      const shown = visible(excerpt(written, 60));
      return [source.mistake(path, words.unknownPlace(shown), 'value', written)];
    }
    if (name === undefined || knownNames.has(name)) return [];
    const guess = nearest(name, [...knownNames]);
    const shown = visible(excerpt(name, 40));
    const message = guess ? words.variableLike(shown, guess) : words.unknownVariable(shown);
    return [source.mistake(path, message, 'value', written)];
  });
}
