// Stands before the contract-testing proxy and counts what passes, by operation of the document.
import { createServer, request } from 'node:http';

/** @param {object} document OpenAPI, as JSON. */
export async function openCounter(document) {
  const operations = operationsOf(document);
  const calls = new Map(operations.map(({ name }) => [name, 0]));
  const faults = { violations: [], serverErrors: [] };

  const counter = {
    url: '',
    /** Where calls go on to. */
    target: '',
    close: () => new Promise((done) => server.close(done)),
    /** Begins anew; how many violations there were. */
    forget() {
      for (const name of calls.keys()) calls.set(name, 0);
      return faults.violations.splice(0).length;
    },
    /** Prints what was counted; whether all of it is as it should be. */
    report,
  };

  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const name = operations.find((one) => one.method === method && one.path.test(url))?.name;
    if (name) calls.set(name, calls.get(name) + 1);
    const on = request(new URL(url, counter.target), { method, headers }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => {
        const body = Buffer.concat(parts);
        judge(name ?? `${method} ${url}, which is not in the document`, answer, body.toString());
        outgoing.writeHead(answer.statusCode, answer.headers).end(body);
      });
    });
    on.on('error', (error) => outgoing.destroy(error));
    incoming.pipe(on);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  counter.url = `http://127.0.0.1:${server.address().port}`;
  return counter;

  function judge(name, { statusCode, headers }, body) {
    const violated = headers['sl-violations'] ?? (/stoplight\.io\/prism/.test(body) && body);
    if (violated) faults.violations.push(`${name}: ${violated}`);
    else if (statusCode >= 500) faults.serverErrors.push(`${name}: HTTP ${statusCode} ${body}`);
  }

  function report() {
    const { violations, serverErrors } = faults;
    const uncalled = [...calls].filter(([, count]) => count === 0).map(([name]) => name);
    for (const line of [...violations, ...serverErrors]) console.log(line);
    if (uncalled.length > 0) console.log(`never called: ${uncalled.join(', ')}`);
    const total = [...calls.values()].reduce((sum, count) => sum + count, 0);
    console.log(
      `${total} calls, ${violations.length} violations, ${serverErrors.length} server errors`,
    );
    return [violations, serverErrors, uncalled].every((list) => list.length === 0);
  }
}

function operationsOf({ paths }) {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => ({
      name: operationId,
      method: method.toUpperCase(),
      path: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/?]+')}(?:\\?|$)`),
    })),
  );
}
