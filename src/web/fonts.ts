interface Face {
  /** The name that the build gives it. */
  file: string;
  weight: 400 | 600;
  range: string;
}

const LATIN = faces(
  'latin',
  'U+0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+304,U+308,U+329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
);
const THAI = faces('thai', 'U+2D7,U+303,U+331,U+E01-E5B,U+200C-200D,U+25CC');

function faces(part: string, range: string): Face[] {
  return ([400, 600] as const).map((weight) => ({
    file: `${part}-${weight}.woff2`,
    weight,
    range,
  }));
}

/** The rules of a style sheet for these files, each at its address. */
function rulesFor(all: readonly Face[], addressOf: (file: string) => string): string {
  const rules = all.map(
    ({ file, weight, range }) =>
      `@font-face{font-family:Plex;font-weight:${weight};font-display:swap;src:url(${addressOf(file)}) format("woff2");unicode-range:${range}}\n`,
  );
  return rules.join('');
}

/** The rules for fonts that lie beside the style sheet. */
export const FONTS_BESIDE = rulesFor([...LATIN, ...THAI], (file) => file);

/**
 * The page with its fonts embedded, so that it looks the same wherever it is opened; without the Thai
 * ones where it has no Thai letter.
 */
export function withFonts(page: string, read: (file: string) => Uint8Array): string {
  const wanted = /[\u0e01-\u0e5b]/.test(page) ? [...LATIN, ...THAI] : LATIN;
  const rules = rulesFor(wanted, (file) => {
    return `data:font/woff2;base64,${Buffer.from(read(file)).toString('base64')}`;
  });
  // A function, because in a string `$&` would be replaced.
  return page.replace('<style>', () => `<style>\n${rules}`);
}
