import { Agent, request } from 'node:http';
import { type RequestOptions, request as requestTls } from 'node:https';

export interface Answer {
  status: number;
  body: string;
}

/** Rejects where no complete answer came. */
export function post(url: string, body: string, options: RequestOptions = {}): Promise<Answer> {
  const asked = new Promise<Answer>((answered, failed) => {
    const start = url.startsWith('https:') ? requestTls : request;
    const sent = start(url, { method: 'POST', ...options }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', failed);
      response.on('end', () => {
        answered({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString() });
      });
    });
    sent.on('error', failed);
    sent.end(body);
  });
  // Where a test fails before it reads the answer, the listener ends and nobody else hears of it.
  asked.catch(() => {});
  return asked;
}

/** Sends all bodies over 50 connections as fast as they are taken; calls back for each that was acknowledged. */
export async function flood(
  url: string,
  bodies: ReadonlyMap<string, string>,
  onAcknowledged: (id: string) => void,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const waiting = bodies.entries();
  const work = async () => {
    for (const [id, body] of waiting) {
      const answer = await post(url, body, { agent }).catch(() => undefined);
      if (answer?.status === 200) onAcknowledged(id);
    }
  };
  await Promise.all(Array.from({ length: 50 }, work));
  agent.destroy();
}
