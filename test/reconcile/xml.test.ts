import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { PayctlError } from '../../src/core/errors.js';
import { XmlReader, type XmlSink } from '../../src/reconcile/statement/xml.js';
import { runs } from '../fixtures/sizes.js';

/** What a document says, with the texts between two tags as one; undefined where it is refused. */
type Read = (document: string, pieces: readonly number[]) => string[] | undefined;

class Recorder implements XmlSink {
  readonly parts: string[] = [];
  #text = '';

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#end();
    this.parts.push(`<${name} ${JSON.stringify(attributes)}`);
  }

  text(text: string): void {
    this.#text += text;
  }

  close(): void {
    this.#end();
    this.parts.push('>');
  }

  #end(): void {
    if (this.#text !== '' && this.parts.length > 0) this.parts.push(this.#text);
    this.#text = '';
  }
}

/** Thrown out of saxes, which is not made to go on. */
class Refused extends Error {}

const bySaxes: Read = (document) => {
  const recorder = new Recorder();
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) =>
    recorder.open(name.slice(name.indexOf(':') + 1), attributes),
  );
  parser.on('closetag', () => recorder.close());
  parser.on('text', (text) => recorder.text(text));
  parser.on('cdata', (text) => recorder.text(text));
  const refuse = () => {
    throw new Refused();
  };
  parser.on('doctype', refuse);
  parser.on('error', refuse);
  return unlessRefused(recorder, Refused, () => parser.write(document).close());
};

function unlessRefused(
  { parts }: Recorder,
  refusal: typeof Refused | typeof PayctlError,
  read: () => void,
): string[] | undefined {
  try {
    read();
    return parts;
  } catch (error) {
    if (error instanceof refusal) return undefined;
    throw error;
  }
}

const byReader: Read = (document, pieces) => {
  const recorder = new Recorder();
  const reader = new XmlReader('a.xml', recorder);
  return unlessRefused(recorder, PayctlError, () => {
    let at = 0;
    for (const length of pieces) {
      reader.take(document.slice(at, at + length));
      at += length;
    }
    reader.take(document.slice(at));
    reader.end();
  });
};

const SOUND = [
  ...['<a/>', '<b x="1"></b>', "<b x='>' y=\"'\"/>", '<a x="&amp;&#65;"></a >', '<n:a n:x=""/>'],
  ...['plain', ' ', '\n', '\r\n', 'ไทย', '😀', ']', ']]', '>', ';', '"', "'", '=', '-', '/>'],
  ...['&amp;', '&lt;', '&#x0e01;', '<!-- a -->', '<![CDATA[<a>&]]>', '<?a b?>'],
];
const BROKEN = [
  ...['<a>', '</a>', '</', '<', '<a', '<>', '< a>', '<a x="1" x="2">', '<a x=1>', '<a x="<">'],
  ...[
    '<!-->',
    '<!-- -- -->',
    '<!--',
    '<![CDATA[',
    '<?xml?>',
    '<!doctype a>',
    '<!DOCTYPE a [',
    '<!a>',
  ],
  ...['&', '&a;', '&#0;', ']]>', '\u0001', '\u0085', '\ufffe', '<?xml version="1.1"?>'],
];
/** Mostly some of these, so that nearly all of a document is read. */
const mostly = (...sound: string[]) =>
  fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom(...sound) },
    { weight: 1, arbitrary: fc.constantFrom(...BROKEN) },
  );

const element = fc.letrec<{ element: string }>((tie) => ({
  element: fc
    .tuple(
      fc.oneof(
        {
          weight: 20,
          arbitrary: fc.constantFrom(['<a>', '</a>'], ['<n:b x="1">', '</n:b>'], ['<c>', '</c\n>']),
        },
        { weight: 1, arbitrary: fc.constant(['<a>', '</c>']) },
      ),
      fc.array(fc.oneof({ depthSize: 'small' }, mostly(...SOUND), tie('element')), {
        maxLength: 8,
      }),
    )
    .map(([[begin, end], inside]) => `${begin}${inside.join('')}${end}`),
})).element;

const documents = fc
  .tuple(
    mostly('', '\ufeff', '<?xml version="1.0"?>\n', '<?xml version="1.1"?>', '<!-- a -->'),
    element,
    mostly('', '\n', '<!-- a -->', '<?a b?>'),
  )
  .map((parts) => parts.join(''));

describe('XML', () => {
  it('is read as saxes alone reads it, wherever it is cut', () => {
    const pieces = fc.array(fc.nat(12), { maxLength: 20 });
    fc.assert(
      fc.property(documents, pieces, (text, lengths) => {
        expect(byReader(text, lengths)).toEqual(bySaxes(text, lengths));
      }),
      {
        numRuns: runs(3000),
        // What looks like a type of document may be text.
        examples: [['<a><![CDATA[<!DOCTYPE a [<![CDATA[<a>]]></a>', []]],
      },
    );
  });
});
