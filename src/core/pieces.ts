/** Joins texts to pieces of about 1 MB. */
export function* inPieces(texts: Iterable<string>): Generator<string> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < 1 << 20) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** Texts as UTF-8, in pieces of about 1 MB. */
export function* encodedPieces(texts: Iterable<string>): Generator<Uint8Array> {
  for (const piece of inPieces(texts)) yield Buffer.from(piece);
}
