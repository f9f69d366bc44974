/** What the tests use of pngjs, which ships no types. */
declare module 'pngjs' {
  interface Picture {
    width: number;
    height: number;
    data: Buffer;
  }
  export const PNG: {
    sync: {
      read(bytes: Uint8Array): Picture;
      write(picture: Picture, options?: { colorType?: number; inputColorType?: number }): Buffer;
    };
  };
}
