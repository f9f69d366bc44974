import type { Operation } from '../../bank/define.js';
import { type Family, familyOfPath, loadFamily } from '../../bank/families.js';
import { pathPattern } from '../../bank/path.js';
import type { WireRequest } from '../../bank/wire.js';
import { tryOrUndefined } from '../../core/try-or-undefined.js';
import { loadHandlers } from '../handlers/families.js';
import type { Handler } from '../handlers/handler-context.js';
import { LIVE_PREFIX, TEST_PREFIX } from '../seed/profile.js';
import { Refusal } from './answers.js';

interface Route {
  operation: Operation;
  handle: Handler;
  methods: readonly string[];
  /** Matches the path, its groups being the path fields. */
  pattern: RegExp;
}

/** The operation that a request is for, and what its path says. */
export interface Match {
  operation: Operation;
  handle: Handler;
  inPath: Readonly<Record<string, string>>;
}

/** Where a request was addressed, with the prefix of the test environment taken off. */
export interface Address {
  /** Origin and prefix. */
  baseUrl: string;
  path: string;
  query: string;
}

/** Of a test environment and of the live one; the root answers too. */
const PREFIXES = [TEST_PREFIX, LIVE_PREFIX];
/** Not 1104, because an unknown path says nothing about a reference. */
const NO_PATH = 9900;

export function parseAddress({ url }: WireRequest): Address {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const origin = start < 0 ? url : url.slice(0, start);
  const rest = start < 0 ? '/' : url.slice(start);
  const mark = rest.indexOf('?');
  const path = mark < 0 ? rest : rest.slice(0, mark);
  const query = mark < 0 ? '' : rest.slice(mark + 1);
  const prefix = PREFIXES.find((start) => path.startsWith(`${start}/`)) ?? '';
  return { baseUrl: origin + prefix, path: path.slice(prefix.length), query };
}

export class Router {
  readonly #families = new Map<Family, readonly Route[]>();

  /** Throws a Refusal for a path or a method that the bank does not have. */
  async match({ method }: WireRequest, { path }: Address): Promise<Match> {
    const routes = await this.#load(familyOfPath(path));
    const candidates = routes.filter((route) => route.pattern.test(path));
    if (candidates.length === 0)
      throw new Refusal(404, NO_PATH, `No such path: ${path.slice(0, 200)}`);
    const route = candidates.find(({ methods }) => methods.includes(method));
    if (route === undefined) throw new Refusal(500, undefined, 'wrong method');
    const groups = Object.entries(route.pattern.exec(path)?.groups ?? {});
    const inPath = Object.fromEntries(groups.map(([name, value]) => [name, percentDecoded(value)]));
    return { operation: route.operation, handle: route.handle, inPath };
  }

  async #load(family: Family): Promise<readonly Route[]> {
    const loaded = this.#families.get(family);
    if (loaded !== undefined) return loaded;
    const [operations, handlers] = await Promise.all([loadFamily(family), loadHandlers(family)]);
    const routes = operations.flatMap((operation) => {
      const handle = handlers[operation.id.slice(family.length + 1)];
      return handle === undefined ? [] : [toRoute(operation, handle)];
    });
    this.#families.set(family, routes);
    return routes;
  }
}

function toRoute(operation: Operation, handle: Handler): Route {
  return {
    operation,
    handle,
    methods: [operation.method, ...(operation.otherMethods ?? [])],
    pattern: pathPattern(operation.path),
  };
}

function percentDecoded(text: string): string {
  return tryOrUndefined(() => decodeURIComponent(text)) ?? text;
}
