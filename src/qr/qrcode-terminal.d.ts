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
