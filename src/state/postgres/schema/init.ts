import version1 from './1.sql?raw';
import version2 from './2.sql?raw';
import version3 from './3.sql?raw';
import version4 from './4.sql?raw';
import grants from './grants.sql?raw';
import { OLDEST_PROGRAM, ROLES, SCHEMA_VERSION } from './version.js';
import views from './views.sql?raw';

/** What each version of the schema adds to the one before: a version that was released never changes. */
const STEPS = [version1, version2, version3, version4];

/** The statements that bring a schema of one version (0: none) to another, by default the one that this program makes. */
export function migration(from: number, to = SCHEMA_VERSION): string {
  const versions = [setMeta('schema', String(to)), setMeta('program', OLDEST_PROGRAM)];
  // They are of the newest tables.
  const newest = to === SCHEMA_VERSION ? [views] : [];
  return [...STEPS.slice(from, to), ...newest, ...versions].join('\n\n');
}

function setMeta(name: string, value: string): string {
  return `INSERT INTO payctl.meta (name, value) VALUES ('${name}', '${value}')
  ON CONFLICT (name) DO UPDATE SET value = excluded.value;`;
}

/** What each role may do. */
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
