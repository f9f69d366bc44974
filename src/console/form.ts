/** What a form sent: its fields, and its files by the names of their fields. */
export interface Form {
  fields: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, Upload>;
}

export interface Upload {
  /** As the browser says; nothing but a label. */
  name: string;
  bytes: Uint8Array;
}

/** Limit of the body of a request, and of what a gzipped file in it holds. */
export const MOST_BYTES = 8 * 1024 * 1024;

const MOST_PARTS = 64;
const MOST_HEAD = 4_096;

/**
 * Reads what a form posts. `body` has one character for each byte. undefined where it is no form,
 * or a broken one: nothing of it is believed then.
 */
export function readForm(type: string | undefined, body: string): Form | undefined {
  const [kind = '', ...parameters] = (type ?? '').split(';').map((part) => part.trim());
  if (kind.toLowerCase() === 'application/x-www-form-urlencoded') {
    const text = Buffer.from(body, 'latin1').toString('utf8');
    return { fields: new Map(new URLSearchParams(text)), files: new Map() };
  }
  if (kind.toLowerCase() !== 'multipart/form-data') return undefined;
  const boundary = parameters
    .map((one) => /^boundary="?([!-~]{1,70}?)"?$/i.exec(one)?.[1])
    .find((one) => one !== undefined);
  return boundary === undefined ? undefined : readParts(`\r\n${body}`, `\r\n--${boundary}`);
}

function readParts(body: string, mark: string): Form | undefined {
  const fields = new Map<string, string>();
  const files = new Map<string, Upload>();
  let at = body.indexOf(mark);
  for (let count = 0; at >= 0 && count <= MOST_PARTS; count++) {
    const begin = at + mark.length;
    if (body.startsWith('--', begin)) return { fields, files };
    const head = body.indexOf('\r\n\r\n', begin);
    const end = body.indexOf(mark, begin);
    if (!body.startsWith('\r\n', begin) || head < 0 || end < 0 || head > begin + MOST_HEAD) {
      return undefined;
    }
    const text = Buffer.from(body.slice(begin, head), 'latin1').toString('utf8');
    const value = head + 4 > end ? '' : body.slice(head + 4, end);
    take(text, value, fields, files);
    at = end;
  }
  return undefined;
}

function take(
  head: string,
  value: string,
  fields: Map<string, string>,
  files: Map<string, Upload>,
): void {
  const about = /^content-disposition:\s*form-data;(.*)$/im.exec(head)?.[1] ?? '';
  const name = headerParameter(about, 'name');
  const file = headerParameter(about, 'filename');
  if (name === undefined) return;
  const bytes = Buffer.from(value, 'latin1');
  if (file === undefined) fields.set(name, bytes.toString('utf8'));
  else if (file !== '' || bytes.length > 0) files.set(name, { name: file, bytes });
}

function headerParameter(text: string, name: string): string | undefined {
  return new RegExp(`(?:^|[;\\s])${name}="([^"]*)"`, 'i').exec(text)?.[1];
}
