import { expect, it } from 'vitest';
import { Console } from '../../src/console/console.js';
import { LOCAL_PERSON } from '../../src/console/person.js';
import { bareConsole } from '../fixtures/bare-console.js';

it('a page that fails for a bug says what to do, and the terminal says where', async () => {
  const { setup, warnings } = bareConsole(LOCAL_PERSON);
  const answer = () => {
    throw new TypeError('no such part');
  };
  const pages = new Console(setup, [{ method: 'GET', path: '/journal', act: 'look', answer }]);
  const request = { method: 'GET', url: 'http://127.0.0.1/journal', headers: {} };
  const { response } = await pages.handle(request, '192.0.2.7');
  expect(response.status).toBe(500);
  expect(response.body).toContain('a bug in payctl: TypeError: no such part');
  expect(response.body).toContain('before repeating a payment, check');
  expect(warnings.join()).toContain('no page for /journal: TypeError: no such part');
  expect(warnings.join()).toContain('failure.test');
});
