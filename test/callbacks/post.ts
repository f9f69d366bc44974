import { Agent, request } from 'node:http';

export interface Answer {
  status: number;
  body: string;
}

/** Rejects where no complete answer came. */
export function post(url: string, body: string, agent?: Agent): Promise<Answer> {
  return new Promise((answered, failed) => {
    const sent = request(url, { method: 'POST', agent }, (response) => {
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
      const answer = await post(url, body, agent).catch(() => undefined);
      if (answer?.status === 200) onAcknowledged(id);
    }
  };
  await Promise.all(Array.from({ length: 50 }, work));
  agent.destroy();
}
