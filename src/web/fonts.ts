interface Face {
  /** The name that the build gives it. */
  file: string;
  weight: 400 | 600;
  range: string;
}

const LATIN =
  'U+0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+304,U+308,U+329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215';
const THAI = 'U+E01-E5B,U+200C-200D,U+25CC';

function faces(part: string, range: string): Face[] {
  return ([400, 600] as const).map((weight) => ({
    file: `${part}-${weight}.woff2`,
    weight,
    range,
  }));
}

/**
 * The page with its fonts embedded, so that it looks the same wherever it is opened; without the Thai
 * ones where it has no Thai letter.
 */
export function withFonts(page: string, read: (file: string) => Uint8Array): string {
  const wanted = [
    ...faces('latin', LATIN),
    ...(/[\u0e01-\u0e5b]/.test(page) ? faces('thai', THAI) : []),
  ];
  const rules = wanted.map(({ file, weight, range }) => {
    const data = Buffer.from(read(file)).toString('base64');
    return `@font-face{font-family:Plex;font-weight:${weight};font-display:swap;src:url(data:font/woff2;base64,${data}) format("woff2");unicode-range:${range}}\n`;
  });
  // A function, because in a string `$&` would be replaced.
  return page.replace('<style>', () => `<style>\n${rules.join('')}`);
}
