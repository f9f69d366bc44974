import { bundleOf, type Entry, zipOf } from '../../investigate/bundle.js';
import type { Evidence } from '../../investigate/evidence.js';
import type { Report } from '../../investigate/report.js';
import { fromPlain, type JsonObject } from '../../json.js';
import type { Style } from '../../output/style.js';
import { visible } from '../../text.js';
import { VERSION } from '../../version.js';
import type { Context } from '../context.js';
import { absolute } from '../input.js';

export interface Written {
  file: string;
  entries: readonly Entry[];
}

const SETTINGS = [
  'companyId',
  'terminalId',
  'billerId',
  'merchantId',
  'corporateId',
  'ddMerchantId',
];

/** Writes the case of --bundle; undefined where none was asked for. */
export async function writeBundle(
  report: Report,
  evidence: Evidence,
  context: Context,
): Promise<Written | undefined> {
  const file = context.text('bundle');
  if (file === undefined) return undefined;
  const { host, wiring } = context;
  const { environment, settings } = await wiring.profile();
  const { baseUrl } = await wiring.connection();
  const named = SETTINGS.map((name) => [name, settings(name)] as const);
  const profile = { environment, baseUrl, ...Object.fromEntries(named) };
  const about = { payctl: VERSION, platform: host.platform, profile };
  const entries = bundleOf(report, evidence, about, await secretsOf(context));
  host.files.replace(absolute(host, file), await zipOf(entries, host.clock.now()));
  return { file, entries };
}

/** Never in the bundle by its making; hidden all the same, should the other side have echoed one. */
async function secretsOf({ wiring }: Context): Promise<string[]> {
  const { apiKey, applicationId, resourceOwnerId, secret } = await wiring.connection();
  const store = await wiring.tokens();
  const tokens = [await store.read('application'), await store.read('user')];
  const open = tokens.flatMap((token) => [token?.accessToken, token?.refreshToken]);
  const all = [apiKey, applicationId, resourceOwnerId, (await secret()).reveal(), ...open];
  return all.flatMap((one) => one ?? []);
}

export function bundleJson(written: Written | undefined): JsonObject {
  if (written === undefined) return {};
  const entries = written.entries.map(({ name, bytes, sha256 }) => {
    return { name, bytes: bytes.length, sha256 };
  });
  return { bundle: fromPlain({ file: written.file, entries }) };
}

/** What will be given away, for a person to judge. */
export function bundleText(written: Written | undefined, style: Style): string {
  if (written === undefined) return '';
  const lines = written.entries.map(
    ({ name, bytes }) => `  ${name.padEnd(18)}${bytes.length} bytes\n`,
  );
  const head = `\n${style.head(`Bundle ${visible(written.file)}`)}: no credentials, names, accounts or bodies; look before you send it\n`;
  return head + lines.join('');
}
