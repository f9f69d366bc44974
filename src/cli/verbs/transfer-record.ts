import { bangkokDateTime } from '../../api/time.js';
import { PayctlError } from '../../errors.js';
import type { Host } from '../../host/host.js';
import type { Claim } from '../../journal/claim.js';
import { at, type Json, parseJson, stringifyJson, textOf } from '../../json.js';

/** What an initiation came to, as its later steps need it. */
export interface Initiated {
  tokenizerId: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/**
 * The initiated transfers of this machine, a file for each partnerTransactionID. It is written
 * before the confirmation, and once: a run that goes on, and one that races, confirm the same
 * tokenizerId, which the journal lets through one time only.
 */
export interface TransferRecords {
  /** Throws CONFLICT where the reference was used with other contents, CONFIG where the file is damaged. */
  read(claim: Claim): Initiated | undefined;
  /** The initiation that counts: this one, or that of whoever came first. */
  keep(claim: Claim, initiated: Initiated): Initiated;
  /** For a bank that has forgotten these itself. */
  forget(tokenizerIds: readonly string[]): void;
}

export function transferRecords(files: Host['files'], stateDir: string): TransferRecords {
  const directory = `${stateDir}/transfers`;
  const pathOf = ({ key }: Claim) => `${directory}/${key}.json`;

  function read(claim: Claim): Initiated | undefined {
    const path = pathOf(claim);
    const bytes = files.read(path);
    return bytes && initiatedOf(new TextDecoder().decode(bytes), claim, path);
  }

  return {
    read,
    keep(claim, initiated) {
      files.makeDirectory(directory);
      const { reference, contents } = claim;
      const moment = new Date(initiated.at).toISOString();
      const record = { reference, contents, tokenizerId: initiated.tokenizerId, at: moment };
      const text = `${stringifyJson(record)}\n`;
      if (files.create(pathOf(claim), new TextEncoder().encode(text))) return initiated;
      return read(claim) ?? initiated;
    },
    forget(tokenizerIds) {
      for (const name of files.list(directory)) {
        const bytes = files.read(`${directory}/${name}`);
        const record = parsed(new TextDecoder().decode(bytes));
        const known = tokenizerIds.includes(textOf(at(record, 'tokenizerId')) ?? '');
        if (known) files.remove(`${directory}/${name}`);
      }
    },
  };
}

function initiatedOf(text: string, claim: Claim, path: string): Initiated {
  const record = parsed(text);
  const tokenizerId = textOf(at(record, 'tokenizerId'));
  const moment = Date.parse(textOf(at(record, 'at')) ?? '');
  if (tokenizerId === undefined || Number.isNaN(moment)) {
    throw new PayctlError('CONFIG', `the record of an initiated transfer is damaged: ${path}`, {
      hint: 'ask the bank for the tokenizerId, and inquire: payctl transfer inquire',
      executed: 'unknown',
    });
  }
  if (textOf(at(record, 'contents')) === claim.contents) return { tokenizerId, at: moment };
  throw new PayctlError(
    'CONFLICT',
    `partnerTransactionID ${claim.reference} was used before with other contents (${bangkokDateTime(moment)}); nothing was sent`,
    { hint: `payctl journal show ${tokenizerId}`, executed: 'no' },
  );
}

function parsed(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
