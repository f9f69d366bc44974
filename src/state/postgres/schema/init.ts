import { DECLARED_SINCE, SUBJECTS, type Subject } from './tables.js';
import { OLDEST_PROGRAM, ROLES, SCHEMA_VERSION } from './version.js';
import { WRITTEN } from './written.js';

/** The statements that bring a schema of one version (0: none) to the one that this program makes. */
export function migration(from: number): string {
  const steps: string[] = from === 0 ? ['CREATE SCHEMA IF NOT EXISTS payctl;'] : [];
  for (let version = from + 1; version <= SCHEMA_VERSION; version += 1) {
    for (const { steps: made } of SUBJECTS) {
      const step = made[version];
      if (step !== undefined) steps.push(step.trim());
    }
  }
  for (const { views = [] } of SUBJECTS) steps.push(...views.map((view) => `${view};`));
  if (from === 0) steps.push(value('store', 'gen_random_uuid()::text'));
  steps.push(value('schema', `'${SCHEMA_VERSION}'`), value('program', `'${OLDEST_PROGRAM}'`));
  if (from < DECLARED_SINCE) steps.push(value('written', WRITTEN));
  if (from === 0) {
    steps.push(value('server', 'payctl.server()'), value('synchronous', "'false'"));
  }
  return steps.join('\n\n');
}

function value(name: string, expression: string): string {
  return `INSERT INTO payctl.meta (name, value) VALUES ('${name}', ${expression})
  ON CONFLICT (name) DO UPDATE SET value = excluded.value;`;
}

/** What each role may do. The owner keeps the tables; payctl runs as the operator; people look as the reader. */
export function grants(): string {
  const { operator, reader } = ROLES;
  const tables = SUBJECTS.flatMap(({ operator: rights }) =>
    Object.entries(rights).map(
      ([table, right]) => `GRANT ${right} ON payctl.${table} TO ${operator};`,
    ),
  );
  const views = SUBJECTS.flatMap(viewsOf).map((view) => `GRANT SELECT ON ${view} TO ${reader};`);
  return [
    `GRANT USAGE ON SCHEMA payctl TO ${operator}, ${reader};`,
    `GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA payctl TO ${operator};`,
    ...tables,
    ...views,
  ].join('\n');
}

function viewsOf({ views = [] }: Subject): string[] {
  return views.flatMap((view) => /VIEW (\S+)/.exec(view)?.[1] ?? []);
}

/** All of it for a database administrator, as the superuser or who may make roles. */
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
    grants(),
    'COMMIT;',
    '',
  ].join('\n\n');
}
