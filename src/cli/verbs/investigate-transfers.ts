import type { Host } from '../../host/host.js';
import type { Initiated } from '../../investigate/leads.js';
import { at, type Json, parseJson, textOf } from '../../json.js';

/** Transfers that this machine initiated under a partnerTransactionID. */
export function initiatedIn(
  files: Host['files'],
  stateDir: string,
  reference: string,
): Initiated[] {
  const directory = `${stateDir}/transfers`;
  return files.list(directory).flatMap((name) => {
    const bytes = name.endsWith('.json') ? files.read(`${directory}/${name}`) : undefined;
    const record = bytes ? parsed(new TextDecoder().decode(bytes)) : null;
    const tokenizerId = textOf(at(record, 'tokenizerId'));
    const moment = Date.parse(textOf(at(record, 'at')) ?? '');
    const own = textOf(at(record, 'reference')) === reference;
    return own && tokenizerId && Number.isFinite(moment) ? [{ tokenizerId, at: moment }] : [];
  });
}

/** A damaged record leads nowhere; `transfer send` is who must complain of it. */
function parsed(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
