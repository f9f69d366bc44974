import { describe, expect, it } from 'vitest';
import { Console } from '../../src/console/console.js';
import {
  actsOf,
  LOCAL_PERSON,
  type PageAct,
  type PageUser,
  type ROLES,
} from '../../src/console/person.js';
import { ROUTES } from '../../src/console/server.js';
import { bareConsole } from '../fixtures/bare-console.js';

/** A console whose pages do nothing but say that they were reached. */
function consoleFor(person: PageUser, about: { readOnly?: boolean } = {}) {
  const { setup, host } = bareConsole(person, about);
  const routes = ROUTES.map((route) => ({
    ...route,
    answer: () => ({ text: 'reached', type: 'text/plain' }),
  }));
  return { pages: new Console(setup, routes), host };
}

/** Whether a person reaches a page; `false` is the refusal of the console, and nothing else. */
async function reaches(
  { pages }: ReturnType<typeof consoleFor>,
  { method, path }: Pick<(typeof ROUTES)[number], 'method' | 'path'>,
): Promise<boolean> {
  const address = path.replace('*', 'X1');
  const { response } = await pages.handle(
    {
      ...{ method, url: `http://127.0.0.1${address}` },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: `token of ${path}` }).toString(),
    },
    '192.0.2.7',
  );
  // The start leads whoever only audits to the audit.
  if (response.status === 403 || response.headers.location === '/audit') return false;
  expect([path, response.status, String(response.body)]).toEqual([path, 200, 'reached']);
  return true;
}

/** The contract, written out: which acts each role has, and no other. */
const MAY: Readonly<Record<keyof typeof ROLES, readonly PageAct[]>> = {
  viewer: ['look', 'pay'],
  agent: ['look', 'pay', 'operate', 'accept', 'note', 'export', 'recover'],
  refunder: ['look', 'pay', 'operate', 'accept', 'note', 'export', 'recover', 'refund'],
  approver: ['look', 'pay', 'release', 'settle'],
  unmask: ['unmask'],
  auditor: ['audit'],
};

/** What changes something: a page that posts must not be open to who only looks, but for these. */
const HARMLESS_POSTS = ['/language', '/slip', '/reconcile', '/tickets'];

/** The home of the embedded bank alone stands behind the start of all others. */
const FIRST = ROUTES.filter(({ method, path }, index) => {
  return ROUTES.findIndex((other) => other.method === method && other.path === path) === index;
});

const NAMES = ['viewer', 'agent', 'refunder', 'approver', 'unmask', 'auditor'] as const;

describe('the roles of a console', () => {
  it.each(NAMES)('%s reaches what its acts allow, and nothing else', async (role) => {
    const acts = MAY[role];
    const person = { subject: 'somebody', name: 'Some Body', acts: new Set(acts) };
    expect([...actsOf([role])].sort()).toEqual([...acts].sort());
    const console = consoleFor(person);
    for (const route of FIRST) {
      const isAllowed = route.act === 'enter' || acts.includes(route.act);
      expect([role, route.method, route.path, await reaches(console, route)]).toEqual([
        ...[role, route.method, route.path],
        isAllowed,
      ]);
    }
  });

  it('let nobody who only looks change anything', () => {
    const open = ROUTES.filter(({ method, act, sandbox }) => {
      return method === 'POST' && !sandbox && (act === 'look' || act === 'enter');
    });
    expect(open.map(({ path }) => path).sort()).toEqual(HARMLESS_POSTS.sort());
  });

  it('keep money to those who may move it', () => {
    const acts = (wanted: PageAct) =>
      ROUTES.filter(({ act }) => act === wanted).map(({ method, path }) => `${method} ${path}`);
    expect({
      refund: acts('refund'),
      release: acts('release'),
      settle: acts('settle'),
    }).toMatchInlineSnapshot(`
        {
          "refund": [
            "GET /refund",
            "POST /refund",
            "POST /approvals/withdraw",
          ],
          "release": [
            "POST /approvals/release",
            "POST /approvals/refuse",
          ],
          "settle": [
            "POST /settle",
            "POST /reconcile/resolve",
          ],
        }
      `);
  });

  it('leave a console that only looks without what changes, for everybody', async () => {
    const console = consoleFor(LOCAL_PERSON, { readOnly: true });
    const refused: string[] = [];
    for (const route of ROUTES) {
      if (!(await reaches(console, route)))
        refused.push(`${route.act}: ${route.method} ${route.path}`);
    }
    expect(refused.sort()).toMatchInlineSnapshot(`
      [
        "note: POST /note",
        "recover: POST /recover",
        "refund: GET /refund",
        "refund: POST /approvals/withdraw",
        "refund: POST /refund",
        "release: POST /approvals/refuse",
        "release: POST /approvals/release",
        "settle: POST /reconcile/resolve",
        "settle: POST /settle",
        "unmask: POST /unmask",
      ]
    `);
  });

  it('are written down where somebody was refused, with name and address', async () => {
    const person = { subject: 'u-1', name: 'Ann', acts: actsOf(['viewer']) };
    const made = consoleFor(person);
    await reaches(made, { method: 'POST', path: '/refund' });
    const bytes = made.host.files.read('/home/tester/state/console/2026-03-02.jsonl');
    expect(JSON.parse(new TextDecoder().decode(bytes))).toMatchObject({
      ...{ subject: 'u-1', name: 'Ann', address: '192.0.2.7', action: 'refused', what: '/refund' },
    });
  });
});
