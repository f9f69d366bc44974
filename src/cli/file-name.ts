/** What nobody gives as a reference; one with a slash inside is a reference. */
export function looksLikeFile(source: string): boolean {
  return (
    /^(?:\/|\.\/|\.\.\/|~\/)/.test(source) ||
    /\.(?:png|jpe?g|webp|gif|heic|pdf|txt|csv|jsonl?)$/i.test(source)
  );
}
