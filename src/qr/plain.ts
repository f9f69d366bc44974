import * as decoding from './decode.js';
import * as linting from './lint.js';

/** A place that breaks a rule. */
export type Finding = linting.Finding<string>;
/** A field of a payload; the parts of a template follow it in the same list. */
export type DecodedField = decoding.DecodedField<string>;
/** What a payload says. Every key is always there, null where the payload has no such value. */
export type Decoded = decoding.Decoded<string, string>;

/** Checks a payload against all rules: errors first, then by place. In English; never throws. */
export function lint(payload: string): Finding[] {
  return linting.lint(payload).map(plainFinding);
}

/** Decodes any payload. In English. Never throws: a broken one has `errors`, each with its place. */
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
