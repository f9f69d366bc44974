import type { ScalarTag } from 'yaml';
import { isLosslessNumber, type Json } from '../json.js';
import { visible, visibleLines } from '../text.js';

/** YAML 1.2 whose numbers keep their digits, quoted so that readers of 1.1 agree. */
export async function renderYaml(data: Json): Promise<string> {
  const { Document, Scalar, visit } = await import('yaml');
  const exact: ScalarTag = {
    identify: isLosslessNumber,
    default: true,
    tag: 'tag:yaml.org,2002:float',
    // The tag of written numbers only: this document is never read back.
    test: /^(?!)/,
    resolve: (text) => text,
    stringify: ({ value }) => String(value),
  };
  const document = new Document(data, {
    customTags: (tags) => [exact, ...tags],
    compat: 'yaml-1.1',
    aliasDuplicateObjects: false,
  });
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'string' && visible(node.value) !== node.value)
        node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return visibleLines(document.toString({ lineWidth: 0, doubleQuotedAsJSON: true }));
}
