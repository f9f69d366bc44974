/** A request as it is sent; `body` is JSON, and absent where the method has none. */
export interface WireRequest {
  method: string;
  /** Absolute. */
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/** The answer, whatever its status. */
export interface WireResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: Uint8Array;
}
