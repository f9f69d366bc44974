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
