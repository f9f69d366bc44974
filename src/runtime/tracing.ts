import {
  type Context,
  context,
  type Link,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { type SpanOptions, type Tracer, traceBy } from '../core/trace.js';
import { VERSION } from '../core/version.js';
import type { Host } from '../host/host.js';

/**
 * How long the end of a run waits for a collector, in steps: on a busy machine they take longer, as the
 * sending does. With the packages, which have to be loaded, it stays under the second that a run may lose.
 */
const FLUSH_MS = 600;
const STEP_MS = 50;

/**
 * Sends the spans of this process to the collector of OTEL_EXPORTER_OTLP_ENDPOINT; the packages of
 * OpenTelemetry read all other OTEL_* variables themselves. Returns what ends it: it never rejects,
 * and waits for a slow collector no longer than `FLUSH_MS`.
 */
export function startTracing({ env, clock }: Pick<Host, 'env' | 'clock'>): () => Promise<void> {
  const named = resourceFromAttributes({ 'service.name': 'payctl', 'service.version': VERSION });
  const provider = new BasicTracerProvider({
    resource: named.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  traceBy(createTracer(provider, parentContext(env)));
  return async () => {
    traceBy(undefined);
    const over = new AbortController();
    const flushed = provider.shutdown().catch(() => undefined);
    const waited = async () => {
      for (let left = FLUSH_MS; left > 0; left -= STEP_MS) await clock.sleep(STEP_MS, over.signal);
    };
    await Promise.race([flushed, waited()]);
    over.abort();
  };
}

/** The span that started this run, if there is one. */
function parentContext({ TRACEPARENT: traceparent, TRACESTATE: tracestate }: Host['env']): Context {
  return extractContext({ traceparent, tracestate });
}

function extractContext(carrier: Record<string, string | undefined>): Context {
  return propagation.extract(ROOT_CONTEXT, carrier);
}

const KINDS = {
  internal: SpanKind.INTERNAL,
  client: SpanKind.CLIENT,
  server: SpanKind.SERVER,
} as const;

function createTracer(provider: BasicTracerProvider, parent: Context): Tracer {
  const tracer = provider.getTracer('payctl', VERSION);
  return {
    span(name, { kind = 'internal', attributes, links = [] }, work) {
      const current = trace.getActiveSpan() ? context.active() : parent;
      const options = { kind: KINDS[kind], attributes: { ...attributes }, links: linksTo(links) };
      return tracer.startActiveSpan(name, options, current, async (span) => {
        try {
          return await work({
            set: (more) => void span.setAttributes({ ...more }),
            fail(type) {
              span.setAttribute('error.type', type);
              span.setStatus({ code: SpanStatusCode.ERROR });
            },
          });
        } catch (error) {
          // Only what kind of error it is: its words may hold what the bank said.
          span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        } finally {
          span.end();
        }
      });
    },
    traceparent() {
      const carrier: Record<string, string> = {};
      propagation.inject(context.active(), carrier);
      return carrier.traceparent;
    },
  };
}

function linksTo(traceparents: NonNullable<SpanOptions['links']>): Link[] {
  return traceparents.flatMap((traceparent) => {
    const linked = trace.getSpanContext(extractContext({ traceparent }));
    return linked ? [{ context: linked }] : [];
  });
}
