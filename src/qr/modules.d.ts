/** The encoder inside qrcode-terminal, which its own types leave out. */
declare module 'qrcode-terminal/vendor/QRCode/index.js' {
  export default class QRCode {
    /** `version` -1 takes the smallest that fits; `level` is the two bits of the standard. */
    constructor(version: number, level: number);
    /** Byte mode: one byte for each UTF-16 unit. */
    addData(bytes: string): void;
    make(): void;
    getModuleCount(): number;
    isDark(row: number, column: number): boolean;
  }
}

/** The few of Node's WebAssembly names that are used here; the configured libraries lack them. */
declare namespace WebAssembly {
  class Memory {
    readonly buffer: ArrayBuffer;
  }
  function instantiate(
    bytes: Uint8Array,
    imports: Record<string, Record<string, () => number>>,
  ): Promise<{ instance: { exports: Record<string, unknown> } }>;
}
