import books from './4/books.sql?raw';
import claims from './4/claims.sql?raw';
import desk from './4/desk.sql?raw';
import shared from './4/shared.sql?raw';
import amounts from './5.sql?raw';
import grants from './grants.sql?raw';
import { OLDEST_PROGRAM, ROLES, SCHEMA_VERSION } from './version.js';
import views from './views.sql?raw';

/** A version of the schema, and what it adds to the one before. */
export interface SchemaStep {
  version: number;
  text: string;
}

/** All of them: a version that was released never changes. None before 4 was. */
export const STEPS: readonly SchemaStep[] = [
  { version: 4, text: [claims, shared, books, desk].join('\n') },
  { version: 5, text: amounts },
];

/** The statements that bring a schema of one version (0: none) to the newest of these steps. */
export function migration(from: number, steps = STEPS): string {
  const missing = steps.filter(({ version }) => version > from).map(({ text }) => text);
  const to = steps.at(-1)?.version ?? SCHEMA_VERSION;
  const versions = [setMeta('schema', String(to)), setMeta('program', OLDEST_PROGRAM)];
  return [...missing, views, ...versions].join('\n\n');
}

function setMeta(name: string, value: string): string {
  return `INSERT INTO payctl.meta (name, value) VALUES ('${name}', '${value}')
  ON CONFLICT (name) DO UPDATE SET value = excluded.value;`;
}

export { grants };

/** All of it for a database administrator, to be run as a superuser or by whoever may create roles. */
export function script(): string {
  const { owner, operator, reader } = ROLES;
  const roles = [owner, operator, reader].map(
    (role) => `DO $$ BEGIN
  CREATE ROLE ${role} NOLOGIN;
EXCEPTION WHEN duplicate_object THEN NULL;
END $$;`,
  );
  return [
    'BEGIN;',
    ...roles,
    `DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO ${owner}', current_database()); END $$;`,
    `SET LOCAL ROLE ${owner};`,
    migration(0),
    grants,
    'COMMIT;',
    '',
  ].join('\n\n');
}
