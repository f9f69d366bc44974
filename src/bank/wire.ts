/** One HTTP exchange as plain values. Header names of responses are lower-case. */
export interface WireRequest {
  method: string;
  /** Absolute. */
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/** Whatever the status: what it means is judged elsewhere. */
export interface WireResponse {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}
