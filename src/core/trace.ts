/**
 * The one seam of tracing: work says here what it is, and whoever traces the run is told. Without a
 * tracer nothing is loaded or kept. Attributes are names, classes and numbers; never a reference, an
 * amount, a name or a secret.
 */

type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanOptions {
  /** `client`: a request leaves; `server`: one came in. */
  kind?: 'internal' | 'client' | 'server' | undefined;
  attributes?: SpanAttributes | undefined;
  /** `traceparent` of other spans that this work is about. */
  links?: readonly (string | undefined)[] | undefined;
}

interface Span {
  set(attributes: SpanAttributes): void;
  /** Marks it as failed; `type` is of few values, as `error.type` of OpenTelemetry. */
  fail(type: string): void;
}

export interface Tracer {
  span<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>;
  /** Of the current span, as W3C Trace Context writes it. */
  traceparent(): string | undefined;
}

const NO_SPAN: Span = { set() {}, fail() {} };

let tracer: Tracer | undefined;

/** Sets the tracer of this process; undefined removes it. */
export function traceBy(next: Tracer | undefined): void {
  tracer = next;
}

export function isTraced(): boolean {
  return tracer !== undefined;
}

export function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer ? tracer.span(name, options, work) : work(NO_SPAN);
}

export function traceparent(): string | undefined {
  return tracer?.traceparent();
}
