import * as decoding from './decode.js';
import * as linting from './lint.js';

/** A place that breaks a rule. */
export type Finding = linting.Finding<string>;
/** A field as scripts read it; the parts of a template follow it in the same list. */
export type DecodedField = decoding.DecodedField<string>;
/** What a payload says. The shape is stable: every key is always there, null where it says nothing. */
export type Decoded = decoding.Decoded<string, string>;

/** Holds a payload against every rule: errors first, then by place. In English; never throws. */
export function lint(payload: string): Finding[] {
  return linting.lint(payload).map(plainFinding);
}

/** Decodes any payload. In English; never throws: a broken one has `errors`, each with its place. */
export function decode(payload: string): Decoded {
  const decoded = decoding.decode(payload);
  return {
    ...decoded,
    fields: decoded.fields.map(({ name, meaning, ...field }) => ({
      ...field,
      name: String(name),
      ...(meaning !== undefined && { meaning: String(meaning) }),
    })),
    errors: decoded.errors.map(plainFinding),
    warnings: decoded.warnings.map(plainFinding),
  };
}

function plainFinding({ message, fix, ...finding }: linting.Finding): Finding {
  return { ...finding, message: String(message), fix: String(fix) };
}
