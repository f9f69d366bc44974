import { COLUMNS, type ColumnName, type ColumnPlace, type Mapping } from './mapping.js';

/** Where a value stands among the cells of a line, from 0, and what messages call it. */
export interface Spot {
  name: string;
  at: number;
  /** Further columns of the same meaning. */
  others?: readonly Spot[];
}

export interface Marker {
  spot: Spot;
  is: string;
}

/** Where everything stands in the lines of a file. */
export interface ColumnLayout {
  columns: Partial<Record<ColumnName, Spot>>;
  /** How many cells a line has. */
  cells: number;
  /** Whether the first cell is the line as a whole, and the others are cut out of it. */
  isCut?: boolean;
  /** Columns that nobody described, and that say of each amount whether it came or went. */
  directions?: readonly Spot[];
  /** Whether it is a statement, whose lines need no reference: it has fees and interest, too. */
  isStatement?: boolean;
  header?: Marker;
  detail?: Marker;
  trailer?: Marker & { count?: Spot; total?: Spot };
}

/** A fixed line is cut into cells: the first is the line as a whole, the others are those of the mapping. */
export function layoutOfFixed(mapping: Mapping): {
  layout: ColumnLayout;
  cut: (line: string) => string[];
} {
  const ranges: [from: number, to: number][] = [[0, Number.POSITIVE_INFINITY]];
  const toSpot = (place: ColumnPlace, name: string): Spot => {
    if (typeof place === 'string') throw new TypeError('a name in a fixed line');
    const [first, last] = place;
    return { name: `${name} (${first}-${last})`, at: ranges.push([first - 1, last]) - 1 };
  };
  const columns: ColumnLayout['columns'] = {};
  for (const column of COLUMNS) {
    const place = mapping.columns?.[column];
    if (place !== undefined) columns[column] = toSpot(place, column);
  }
  const marks = buildMarkers(mapping, toSpot);
  const cut = (line: string) => ranges.map(([from, to]) => line.slice(from, to));
  return { layout: { columns, ...marks, cells: ranges.length, isCut: true }, cut };
}

/** What tells lines apart, and the figures of the trailer. */
export function buildMarkers(
  { records }: Mapping,
  toSpot: (place: ColumnPlace, name: string) => Spot,
): Pick<ColumnLayout, 'header' | 'detail' | 'trailer'> {
  const { header, detail, trailer } = records ?? {};
  return {
    ...(header && { header: { spot: toSpot(header.at, 'header'), is: header.is } }),
    ...(detail && { detail: { spot: toSpot(detail.at, 'detail'), is: detail.is } }),
    ...(trailer && {
      trailer: {
        spot: toSpot(trailer.at, 'trailer'),
        is: trailer.is,
        ...(trailer.count && { count: toSpot(trailer.count, 'count') }),
        ...(trailer.total && { total: toSpot(trailer.total, 'total') }),
      },
    }),
  };
}

/** As old programs end a file. */
export const END_OF_FILE = '\u001a';

export function cellAt(cells: readonly string[], spot: Spot | undefined): string {
  return spot === undefined ? '' : (cells[spot.at] ?? '').trim();
}

/** Some programs fill the last block of a file with NUL. */
const BLANK = new RegExp(`^[\\s\\0${END_OF_FILE}]*$`);

export function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => BLANK.test(cell));
}
