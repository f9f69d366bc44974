/** A column of sealed values, each bound to its bank and its name: expressions over the row. */
export interface SealedColumn {
  table: string;
  column: string;
  /** Columns that name the row. */
  key: readonly string[];
  bank: string;
  name: string;
  /** A column that is made of the value with the key, and made anew where it is null. */
  derived?: string;
}

/** The version of the schema that refuses what is sealed with a key that is not the current one. */
export const KEYED_SINCE = 4;

/** The SQLSTATE of that refusal. */
export const OLD_KEY = 'PK001';

/** Held by whoever exchanges the key, and shared by all who write what is sealed, until they commit. */
export const KEY_LOCK = 7_162_004;

/**
 * Whatever a machine writes is sealed with the current key, or refused by the server: a claim, an
 * outcome, a confirmation, a token. So nothing is left that nobody opens after an exchange, whichever
 * program wrote it and however long it had run. Without any key the store is being restored. Machines
 * are named by their ids from then on, and by their hosts for people: several may share a host name.
 */
export function keyGuard(columns: readonly SealedColumn[]): string {
  const triggers = columns.map(
    ({
      table,
      column,
    }) => `CREATE TRIGGER ${column}_key BEFORE INSERT OR UPDATE OF ${column} ON payctl.${table}
  FOR EACH ROW WHEN (NEW.${column} IS NOT NULL) EXECUTE FUNCTION payctl.refuse_old_key('${column}');`,
  );
  return `
ALTER TABLE payctl.machine ADD COLUMN keys text[], ADD COLUMN host text;
CREATE FUNCTION payctl.refuse_old_key() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sealed_with text;
BEGIN
  EXECUTE format('SELECT encode(substring(($1).%I FROM 1 FOR 8), ''hex'')', TG_ARGV[0])
    INTO sealed_with USING NEW;
  PERFORM pg_advisory_xact_lock_shared(${KEY_LOCK});
  IF EXISTS (SELECT FROM payctl.key WHERE current AND id <> sealed_with) THEN
    RAISE EXCEPTION 'the key % is not the current one', sealed_with USING ERRCODE = '${OLD_KEY}';
  END IF;
  RETURN NEW;
END $$;
${triggers.join('\n')}`;
}
