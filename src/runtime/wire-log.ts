import type { Observe, WireEvent } from '../client/observe.js';
import { type Json, stringifyJson } from '../core/json.js';
import { visible } from '../core/text.js';

/** The wire log of -vv: one line an event, and the headers and bodies that may be shown. */
export function wireLog(write: (line: string) => void): Observe {
  return (event) => {
    for (const line of lines(event)) write(visible(line));
  };
}

function lines(event: WireEvent): string[] {
  switch (event.kind) {
    case 'request': {
      const head = `> ${event.method} ${event.url} (requestUId ${event.requestUId}, attempt ${event.attempt})`;
      return [head, ...headers('>', event.headers), ...body('>', event.body)];
    }
    case 'response': {
      const head = `< ${event.status} in ${Math.round(event.ms)} ms, ${event.size} bytes`;
      return [head, ...headers('<', event.headers), ...body('<', event.body)];
    }
    case 'failure':
      return [
        `! ${event.reason} after ${Math.round(event.ms)} ms (${event.sent ? 'sent' : 'not sent'}): ${event.message}`,
      ];
    case 'wait':
      return [`… waiting ${event.ms} ms: ${event.because}`];
  }
}

function headers(mark: string, values: Record<string, string>): string[] {
  return Object.entries(values).map(([name, value]) => `${mark} ${name}: ${value}`);
}

function body(mark: string, value: Json | undefined): string[] {
  return value === undefined ? [] : [`${mark} ${stringifyJson(value)}`];
}
