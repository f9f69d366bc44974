import type { ChildProcess } from 'node:child_process';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { bundleChild, type ChildResult, startChild } from '../child.js';

export interface Listening {
  url: string;
  child: ChildProcess;
  done: Promise<ChildResult>;
}

/** `payctl listen|list|replay` over its own state directory, in processes of their own. */
export async function payctl(state: string) {
  const bundle = await bundleChild(join(import.meta.dirname, 'listen-child.ts'));
  const env = { HOME: state, PAYCTL_STATE_DIR: state, PAYCTL_CONFIG_DIR: `${state}/config` };
  return {
    run: (...args: string[]) => startChild(bundle, args, env).done,
    /** Resolves when it listens. */
    async listen(...args: string[]): Promise<Listening> {
      const { child, done } = startChild(bundle, ['listen', '--port', '0', ...args], env);
      onTestFinished(() => {
        child.kill('SIGKILL');
      });
      const url = await new Promise<string>((found, failed) => {
        let text = '';
        child.stderr?.on('data', (part: Buffer) => {
          text += part.toString();
          const url = /listening on (\S+),/.exec(text)?.[1];
          if (url) found(url);
        });
        void done.then(({ stderr }) => failed(new Error(`it ended: ${stderr}`)));
      });
      return { url, child, done };
    },
  };
}

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
