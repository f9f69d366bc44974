import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { isRecord } from '../src/core/fields.js';

const FORMS = join(import.meta.dirname, '../.github/ISSUE_TEMPLATE');

/** GitHub reads YAML 1.1, in which a bare No is false, and refuses a form with such an answer. */
it('every answer of a form for issues is a text', () => {
  const answers = readdirSync(FORMS).flatMap((name) => {
    const form: unknown = parse(readFileSync(join(FORMS, name), 'utf8'), { version: '1.1' });
    const body: unknown[] = isRecord(form) && Array.isArray(form.body) ? form.body : [];
    return body.flatMap((item) =>
      isRecord(item) && isRecord(item.attributes) && Array.isArray(item.attributes.options)
        ? item.attributes.options
        : [],
    );
  });
  expect(answers.map((answer) => typeof answer)).toEqual(['string', 'string', 'string']);
});
