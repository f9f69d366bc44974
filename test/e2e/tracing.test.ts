import { createServer, type Server } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { isRecord } from '../../src/core/fields.js';
import { freshMachine, type Machine } from '../fixtures/machine.js';
import { opened, silentServer } from '../fixtures/servers.js';

interface SeenSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  attributes: Record<string, unknown>;
  /** Trace and span of each. */
  links: string[];
  text: string;
}

/** A collector that keeps what it is sent, as OTLP over HTTP writes it. */
class Collector {
  spans: SeenSpan[] = [];
  services: unknown[] = [];
  readonly #server: Server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      this.#take(JSON.parse(body));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });

  async open(): Promise<string> {
    return `http://127.0.0.1:${await opened(this.#server)}`;
  }

  #take(body: unknown): void {
    for (const resource of listIn(body, 'resourceSpans')) {
      this.services.push(attributesOf(isRecord(resource) ? resource.resource : {})['service.name']);
      for (const scope of listIn(resource, 'scopeSpans')) {
        for (const span of listIn(scope, 'spans')) this.spans.push(spanIn(span));
      }
    }
  }
}

function listIn(value: unknown, name: string): unknown[] {
  const list = isRecord(value) ? value[name] : undefined;
  return Array.isArray(list) ? list : [];
}

function attributesOf(value: unknown): Record<string, unknown> {
  const pairs = listIn(value, 'attributes').filter(isRecord);
  return Object.fromEntries(
    pairs.map(({ key, value }) => [String(key), isRecord(value) ? Object.values(value)[0] : value]),
  );
}

function spanIn(value: unknown): SeenSpan {
  const { name, traceId, spanId, parentSpanId, kind } = isRecord(value) ? value : {};
  return {
    name: String(name),
    traceId: String(traceId),
    spanId: String(spanId),
    ...(typeof parentSpanId === 'string' && { parentSpanId }),
    kind: Number(kind),
    attributes: attributesOf(value),
    links: listIn(value, 'links')
      .filter(isRecord)
      .map((link) => `${link.traceId} ${link.spanId}`),
    text: JSON.stringify(value),
  };
}

let collector: Collector;
let machine: Machine;

beforeAll(async () => {
  collector = new Collector();
  machine = freshMachine({ OTEL_EXPORTER_OTLP_ENDPOINT: await collector.open() });
});

const PAY = '--sandbox ewallet pay --tran-type W --total-fee 125.50 --wait 0';

async function buyerCode(): Promise<string> {
  const { stdout } = await machine.payctl('sandbox buyer-code --wallet W --raw', {
    env: { OTEL_SDK_DISABLED: 'true' },
  });
  return stdout.trim();
}

describe('traces', () => {
  it('has one trace a run: the command, and its calls beneath', async () => {
    collector.spans = [];
    const parent = 'a'.repeat(16);
    const trace = 'b'.repeat(32);
    const code = await buyerCode();
    const { code: exit, stderr } = await machine.payctl(
      `${PAY} --out-trade-no TRACED1 --buyer-identity-code ${code}`,
      { env: { TRACEPARENT: `00-${trace}-${parent}-01` } },
    );
    expect(exit, stderr).toBe(0);
    const { spans } = collector;
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([trace]));
    const run = spans.find(({ parentSpanId }) => parentSpanId === parent);
    expect(run).toMatchObject({ name: 'payctl ewallet pay', kind: 1 });
    expect(run?.attributes).toEqual({ 'payctl.exit': 'SUCCESS' });
    const call = spans.find(({ name }) => name === 'ewallet.pay');
    expect(call).toMatchObject({ parentSpanId: run?.spanId, kind: 3 });
    expect(call?.attributes).toMatchObject({ 'payctl.class': 'SUCCESS', 'payctl.executed': 'yes' });
    expect(collector.services).toContain('payctl');
    for (const { text } of spans) {
      for (const personal of ['TRACED1', '125.50', code]) expect(text).not.toContain(personal);
    }
  });

  it('marks a run that fails by its exit, without its words', async () => {
    collector.spans = [];
    const { code } = await machine.payctl(
      '--sandbox ewallet inquire --tran-type W --out-trade-no SBXMISSING99',
    );
    expect(code).toBe(6);
    const run = collector.spans.find(({ name }) => name === 'payctl ewallet inquire');
    expect(run?.attributes).toEqual({ 'payctl.exit': 'NOT_FOUND', 'error.type': 'NOT_FOUND' });
    expect(collector.spans.some(({ text }) => text.includes('SBXMISSING99'))).toBe(false);
  });

  it('says nothing of the path of a call that is not in the catalogue', async () => {
    collector.spans = [];
    const path = '/v9/customers/0812345678?ref=SBXPRIVATE9';
    await machine.payctl(['--sandbox', 'api', 'GET', path]);
    expect(collector.spans.map(({ name }) => name)).toContain('api');
    for (const { text } of collector.spans) {
      for (const part of ['0812345678', 'SBXPRIVATE9', 'customers'])
        expect(text).not.toContain(part);
    }
  });

  it('has a span for each row of a batch', async () => {
    collector.spans = [];
    const { code } = await machine.payctl('--sandbox batch ewallet.inquire -', {
      input: 'tranType,outTradeNo\nW,SBXROW1\nW,SBXROW2\n',
    });
    expect(code).toBe(11);
    const rows = collector.spans.filter(({ name }) => name === 'batch row');
    expect(rows.map(({ attributes }) => attributes['payctl.line']).sort()).toEqual([2, 3]);
    for (const { spanId } of rows) {
      expect(collector.spans.some(({ parentSpanId }) => parentSpanId === spanId)).toBe(true);
    }
  });

  it('links an inquiry of another run to the run that charged', async () => {
    const untraced = { env: { OTEL_SDK_DISABLED: 'true' } };
    await machine.payctl('--sandbox token', untraced);
    await machine.payctl('sandbox faults committed-but-reply-lost', untraced);
    collector.spans = [];
    const close = '--sandbox ewallet close --tran-type W --out-trade-no SBXOPEN1 --wait 0';
    expect((await machine.payctl(close)).code).toBe(10);
    const charged = collector.spans.find(({ name }) => name === 'payctl ewallet close');
    await machine.payctl('sandbox faults clear', untraced);
    const [{ lines }] = JSON.parse(
      (await machine.payctl('journal show SBXOPEN1 -o json', untraced)).stdout,
    );
    expect(lines[0].trace).toBe(`00-${charged?.traceId}-${charged?.spanId}-01`);
    collector.spans = [];
    await machine.payctl('--sandbox journal recover --wait 0');
    const inquiry = collector.spans.find(({ name }) => name === 'inquiry');
    expect(inquiry?.links).toEqual([`${charged?.traceId} ${charged?.spanId}`]);
    expect(inquiry?.traceId).not.toBe(charged?.traceId);
  });

  it('leaves no trace in the journal of a run that is not traced', async () => {
    const untraced = { env: { OTEL_SDK_DISABLED: 'true' } };
    await machine.payctl(`${PAY} --out-trade-no TRACED3 --buyer-identity-code 1`, untraced);
    const { stdout } = await machine.payctl('journal show TRACED3 -o json', untraced);
    const [{ lines }] = JSON.parse(stdout);
    for (const line of lines) expect(line).not.toHaveProperty('trace');
  });

  it.each([
    ['OTEL_SDK_DISABLED', 'True'],
    ['OTEL_TRACES_EXPORTER', 'none'],
  ])('is not sent where %s is %s', async (name, value) => {
    collector.spans = [];
    await machine.payctl('--sandbox token', { env: { [name]: value } });
    expect(collector.spans).toEqual([]);
  });

  it('goes on, with the same exit and output, where the collector never answers or is not there', async () => {
    const silent = await silentServer();
    const plain = await machine.payctl(
      '--sandbox ewallet inquire --tran-type W --out-trade-no SBXMISSING99',
      {
        env: { OTEL_SDK_DISABLED: 'true' },
      },
    );
    for (const endpoint of [silent.url, 'http://127.0.0.1:1', 'no address']) {
      const { code, stdout, stderr } = await machine.payctl(
        '--sandbox ewallet inquire --tran-type W --out-trade-no SBXMISSING99',
        { env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } },
      );
      expect({ code, stdout }, stderr).toEqual({ code: plain.code, stdout: plain.stdout });
    }
  });
});
