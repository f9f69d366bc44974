import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { expect, it } from 'vitest';
import { PayctlError } from '../../src/core/errors.js';
import { XmlReader, type XmlSink } from '../../src/reconcile/statement/xml.js';
import { runs } from '../fixtures/sizes.js';

/** What a parser says of a document, texts that follow on one another as one; null where it refuses it. */
type Heard = readonly string[] | null;

function listener(): XmlSink & { heard: string[] } {
  const heard: string[] = [];
  let text = '';
  const add = (what: string) => {
    if (text !== '') heard.push(JSON.stringify(text));
    text = '';
    heard.push(what);
  };
  return {
    heard,
    open: (name, attributes) => add(`<${name} ${JSON.stringify(Object.entries(attributes))}`),
    text: (part) => {
      text += part;
    },
    close: () => add('>'),
  };
}

function heardByUs(pieces: readonly string[]): Heard {
  const sink = listener();
  try {
    const reader = new XmlReader('a.xml', sink);
    for (const piece of pieces) reader.take(piece);
    reader.end();
    return sink.heard;
  } catch (error) {
    if (error instanceof PayctlError) return null;
    throw error;
  }
}

function heardBySaxes(text: string): Heard {
  const sink = listener();
  const parser = new SaxesParser({ xmlns: false });
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('opentag', ({ name, attributes }) => sink.open(local(name), attributes));
  parser.on('text', sink.text);
  parser.on('cdata', sink.text);
  parser.on('closetag', sink.close);
  const refuse = (why: unknown) => {
    throw new SyntaxError(String(why));
  };
  parser.on('doctype', refuse);
  parser.on('error', refuse);
  try {
    parser.write(text).close();
    return sink.heard;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const FRAGMENT = fc.constantFrom(
  ...['<a>', '</a>', '<p:b>', '</p:b>', '<a\n>', '</a >', '<c/>', '<c />', '< a>', '<a', '</a'],
  ...['<a x="1>2">', '<a x=\'"\' y = "\'">', '<a x="1" x="2">', '<a x=1>', '<a x="<">', '<a x>'],
  ...['<a x="&amp;&#65;">', '<a x="&no;">', '<a/ x="1">', '<1>', '<ก>', '</ก>', '<a:b:c>'],
  ...['text', ' ', '\r\n', 'é', '>', '<', '&', '"', '&amp;', '&#65;', '&#xe01;', '&#0;', '&no;'],
  ...['<!---->', '<!-- > -->', '<![CDATA[<a>&]]>', '<![CDATA[]]>', '<?go?>', '<!DOCTYPE a>'],
  ...['<!', '\u0001', '\ufffe', ']]'],
);

/** Mostly whole, so that not nearly all of them are refused. */
const DOCUMENT = fc.oneof(
  fc.array(FRAGMENT, { maxLength: 12 }).map((parts) => parts.join('')),
  fc.array(FRAGMENT, { maxLength: 4 }).map((parts) => `<a>${parts.join('')}</a>`),
  fc.array(FRAGMENT, { maxLength: 2 }).map((parts) => `<a><p:b>${parts.join('')}</p:b>x</a>\n`),
);

it('XML is read and refused as by a parser that is not ours, in whatever pieces it comes', () => {
  let [read, refused] = [0, 0];
  fc.assert(
    fc.property(DOCUMENT, fc.array(fc.nat(80), { maxLength: 5 }), (text, cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), text.length];
      const pieces = places.map((from, at) => text.slice(from, places[at + 1] ?? from));
      const theirs = heardBySaxes(text);
      expect(heardByUs([text])).toEqual(theirs);
      expect(heardByUs(pieces)).toEqual(theirs);
      if (theirs === null) refused += 1;
      else read += 1;
    }),
    { numRuns: runs(1_000) },
  );
  expect(Math.min(read, refused)).toBeGreaterThan(runs(1_000) / 20);
});
