export { type ProxySettings, proxySettings } from './client/address.js';
export { Secret, type TlsMaterial, type Token, type TokenStore } from './client/connection.js';
export { memoryTokenStore } from './client/memory-token-store.js';
export type { Observe, WireEvent } from './client/observe.js';
export type { OutcomeClass, PlainOutcome as Outcome } from './client/outcome.js';
export { TransportFailure } from './client/transport.js';
export { type GotTransportOptions, gotTransport } from './client/transport-got.js';
export type { CallOptions, Method, Methods, Result, Transport } from './client/typed-client.js';
export { type Client, type ClientOptions, createClient } from './client/typed-client.js';
export { type ErrorFacts, EXIT, type ExitClass, type Problem } from './core/errors.js';
export type { ExactNumber, Json, JsonObject } from './core/json.js';
export { bangkokDate, bangkokDateTime, channelDateTime } from './core/time.js';
export { VERSION } from './core/version.js';
export type {
  ChargeId,
  CreateId,
  DataOf,
  InputOf,
  InquireId,
  RefundId,
} from './library/operations.js';
export { PaymentError } from './library/payment.js';
export { createPayments, type Payments } from './library/payments.js';
export type {
  Payment,
  PaymentOptions,
  PaymentsSettings,
  Recovered,
  ResolveOptions,
} from './library/types.js';
export { type DrawOptions, draw } from './qr/draw.js';
export * from './qr.js';
