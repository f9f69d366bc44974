/** The start of an element. */
export interface Tag {
  name: string;
  /** Without its prefix. */
  local: string;
  attributes: Readonly<Record<string, string>>;
  /** Whether it is the end, too. */
  isEmpty: boolean;
}

const NAME = /^[\p{L}_:][\p{L}\p{N}_:.\u00b7-]*/u;
const ATTRIBUTE = /\s+([^\s=<>"'/]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const END = /\s*(\/?)$/y;

/** @param inside what stands between its brackets; undefined where that is no tag */
export function readTag(inside: string): Tag | undefined {
  const [name] = NAME.exec(inside) ?? [];
  if (name === undefined) return undefined;
  const attributes: Record<string, string> = Object.create(null);
  for (let at = name.length; ; at = ATTRIBUTE.lastIndex) {
    ATTRIBUTE.lastIndex = at;
    const [, key, double, single = ''] = ATTRIBUTE.exec(inside) ?? [];
    if (key === undefined) {
      END.lastIndex = at;
      const [, slash] = END.exec(inside) ?? [];
      const local = name.slice(name.indexOf(':') + 1);
      return slash === undefined ? undefined : { name, local, attributes, isEmpty: slash !== '' };
    }
    const value = plainText(double ?? single);
    if (value === undefined || key in attributes) return undefined;
    attributes[key] = value;
  }
}

/** A tag to its end: an attribute may have the bracket that ends it. */
const TAG = /<[^"'>]*(?:(?:"[^"]*"|'[^']*')[^"'>]*)*>/y;

/** Behind the end of a tag; -1 where it is still to come. */
export function tagEnd(text: string, from: number): number {
  TAG.lastIndex = from;
  return TAG.test(text) ? TAG.lastIndex : -1;
}

const ENTITIES = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);
const REFERENCE = /&(?:#([0-9]{1,7})|#x([0-9A-Fa-f]{1,6})|([a-z]{2,4}));/g;

/** With the characters that references stand for; undefined where one is none. */
export function plainText(text: string): string | undefined {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  if (!lines.includes('&')) return lines;
  let isRead = !lines.replace(REFERENCE, '').includes('&');
  const plain = lines.replace(
    REFERENCE,
    (_, decimal?: string, hexadecimal?: string, name?: string) => {
      const character =
        name === undefined
          ? characterOf(decimal === undefined ? Number(`0x${hexadecimal}`) : Number(decimal))
          : ENTITIES.get(name);
      isRead &&= character !== undefined;
      return character ?? '';
    },
  );
  return isRead ? plain : undefined;
}

/** Undefined for a number that is no character of XML. */
function characterOf(code: number): string | undefined {
  const isControl = code < 0x20 && ![0x09, 0x0a, 0x0d].includes(code);
  const isNone = (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code === 0xffff;
  return isControl || isNone || code > 0x10ffff ? undefined : String.fromCodePoint(code);
}
