/** Of the message protocol of PostgreSQL: its length counts itself. */
const SSL_REQUEST = 80877103;
const GSS_REQUEST = 80877104;
const CANCEL_REQUEST = 80877102;

export interface Message {
  /** The type as the protocol writes it; the messages that begin a connection have none. */
  type: string;
  bytes: Buffer;
}

/** Cuts a stream into the messages of the protocol, in one direction of one connection. */
export class MessageReader {
  #rest: Buffer = Buffer.alloc(0);
  #typed: boolean;
  /** The next byte is the whole answer to a request for encryption. */
  #oneByte = false;

  constructor(direction: 'to-server' | 'to-client') {
    this.#typed = direction === 'to-client';
  }

  /** The other side was asked whether it encrypts. */
  expectOneByte(): void {
    this.#oneByte = true;
  }

  /** All messages that are whole now. */
  read(part: Buffer): Message[] {
    this.#rest = Buffer.concat([this.#rest, part]);
    const messages: Message[] = [];
    for (let next = this.#next(); next; next = this.#next()) messages.push(next);
    return messages;
  }

  #next(): Message | undefined {
    if (this.#oneByte && this.#rest.length > 0) {
      this.#oneByte = false;
      return this.#taken('encryption', 1);
    }
    if (this.#typed) {
      if (this.#rest.length < 5) return undefined;
      return this.#taken(String.fromCharCode(this.#rest[0] ?? 0), 1 + this.#rest.readInt32BE(1));
    }
    if (this.#rest.length < 8) return undefined;
    const code = this.#rest.readInt32BE(4);
    const message = this.#taken(nameOfFirst(code), this.#rest.readInt32BE(0));
    if (message?.type === 'startup') this.#typed = true;
    return message;
  }

  #taken(type: string, length: number): Message | undefined {
    if (this.#rest.length < length) return undefined;
    const bytes = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return { type, bytes };
  }
}

function nameOfFirst(code: number): string {
  if (code === SSL_REQUEST || code === GSS_REQUEST) return 'ask-encryption';
  return code === CANCEL_REQUEST ? 'cancel' : 'startup';
}
