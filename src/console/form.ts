/** What a form sent: its fields, and its files by the names of their fields. */
export interface Form {
  fields: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, Uint8Array>;
}

/** Limit of the body of a request, and of what a gzipped file in it holds. */
export const MOST_BYTES = 8 * 1024 * 1024;

/**
 * Reads what a form posts. `body` has one character for each byte. undefined where it is no form,
 * or a broken one: nothing of it is believed then.
 */
export async function readForm(type = '', body: string): Promise<Form | undefined> {
  const fields = new Map<string, string>();
  const files = new Map<string, Uint8Array>();
  try {
    const sent = new Response(Buffer.from(body, 'latin1'), { headers: { 'content-type': type } });
    for (const [name, value] of await sent.formData()) {
      if (typeof value === 'string') fields.set(name, value);
      // A field for a file that was left empty sends one without a name.
      else if (value.name !== '' || value.size > 0) {
        files.set(name, new Uint8Array(await value.arrayBuffer()));
      }
    }
  } catch {
    return undefined;
  }
  return { fields, files };
}
