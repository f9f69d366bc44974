/** The transaction that wrote a row of the store: another one where its data were loaded from a dump. */
export const WRITTEN = `(SELECT xmin::text FROM payctl.meta WHERE name = 'store')`;
