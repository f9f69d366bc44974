// Loads a server: so many connections, each with one call at a time, over bare sockets, because
// node:http as a client is slower than what is measured. An order comes as a message, and its
// figures go back, `lastFirst` being how long the last connection waited for its first answer:
//   { url, path, headers, body, connections, ms, first, last, random }
// `#` signs in the body stand for a number from `first` to `last`, in turn or at random.
import { connect } from 'node:net';

process.on('message', async (order) => process.send(await load(order)));

async function load(order) {
  const { hostname, port } = new URL(order.url);
  const next = numbers(order);
  const figures = { calls: 0, wrong: 0, took: [], firsts: [] };
  const started = performance.now();
  const until = started + order.ms;
  const connections = Array.from({ length: order.connections }, () =>
    connected({ hostname, port, started }, requestOf(order, hostname), next, until, figures),
  );
  await Promise.all(connections);
  const seconds = (performance.now() - started) / 1000;
  const took = figures.took.sort((a, b) => a - b);
  const at = (share) => took[Math.floor(took.length * share)];
  const { calls, wrong } = figures;
  const lastFirst = Math.max(...figures.firsts);
  return { calls, wrong, seconds, last: next.last(), p50: at(0.5), p99: at(0.99), lastFirst };
}

function numbers({ first, last, random }) {
  let number = first;
  const next = () => (random ? first + Math.floor(Math.random() * (last - first + 1)) : number++);
  next.last = () => number;
  return next;
}

/** The bytes of a call, and where its number goes. */
function requestOf({ path, headers, body }, host) {
  const own = {
    host,
    ...headers,
    'content-type': 'application/json',
    'content-length': body.length,
  };
  const lines = Object.entries(own).map(([name, value]) => `${name}: ${value}\r\n`);
  const bytes = Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  return { bytes, at: bytes.indexOf('#'), digits: body.match(/#+/)[0].length };
}

/** One connection, until the time is over and its last answer has come. */
function connected(address, { bytes, at, digits }, next, until, figures) {
  const own = Buffer.from(bytes);
  return new Promise((resolve, reject) => {
    const socket = connect(address.port, address.hostname);
    let sentAt;
    let waiting;
    let isAnswered = false;
    const send = () => {
      sentAt = performance.now();
      if (sentAt >= until) {
        socket.end();
        resolve();
        return;
      }
      own.write(String(next()).padStart(digits, '0'), at, 'latin1');
      waiting = undefined;
      socket.write(own);
    };
    socket.setNoDelay(true);
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed a connection')));
    socket.on('data', (chunk) => {
      waiting = waiting ? Buffer.concat([waiting, chunk]) : chunk;
      const status = answered(waiting);
      if (status === undefined) return;
      figures.calls += 1;
      if (!isAnswered) figures.firsts.push(performance.now() - address.started);
      isAnswered = true;
      if (status !== 200) figures.wrong += 1;
      figures.took.push(performance.now() - sentAt);
      send();
    });
  });
}

/** The status of an answer that is complete. */
function answered(bytes) {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1]);
  return bytes.length >= end + 4 + length ? Number(head.slice(9, 12)) : undefined;
}
