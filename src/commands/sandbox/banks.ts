import { bankAddress, bankName } from '../../config/names.js';
import { PayctlError } from '../../core/errors.js';
import { joinTexts } from '../../core/message.js';
import { customer } from '../../messages/customer.js';
import { sandboxOperator } from '../../messages/sandbox.js';
import { type Command, command } from '../../runtime/command.js';
import { argument, option } from '../../runtime/parameter.js';
import { askYes } from '../../runtime/safety.js';
import type { Services } from '../../runtime/services.js';
import type { MadeElsewhere } from '../../sandbox/customer.js';
import { sandboxCommand } from './sandbox-command.js';

const list = command({
  words: ['sandbox', 'list'],
  step: 'harmless',
  summary: 'list the embedded banks of this machine',
  notes: ['The one that all share has no name. sandbox delete removes one that has.'],
  parameters: { id: option('--id <name>', 'only the one of this name', bankName) },
  examples: ['payctl sandbox list', 'payctl sandbox list -o json'],
  dryRun: 'harmless',
  run: async ({ host, paths }, { id }) => {
    const { bankNames, bankPath } = await import('../../runtime/open-sandbox.js');
    const names = bankNames(host, paths);
    if (id !== undefined && !names.includes(id)) throw noSuchBankError(id, names);
    const listed = id === undefined ? names : [id];
    const data = listed.map((name) => ({
      name: name ?? null,
      file: bankPath(paths, name),
    }));
    return { data, none: sandboxOperator.noBanks };
  },
});

const remove = sandboxCommand({
  words: ['sandbox', 'delete'],
  summary: 'delete an embedded bank that has a name, with all that happened at it',
  parameters: { name: argument('name', 'name of the bank') },
  examples: [
    'payctl sandbox key --id checkout > checkout.pem',
    'payctl sandbox delete checkout --yes',
    'payctl sandbox key --id nightly > nightly.pem',
    'payctl sandbox delete nightly --yes -o json',
    'payctl sandbox list',
  ],
  run: async (services, given) => {
    const name = bankName(given.name, 'NAME');
    const { bankNames, bankPath } = await import('../../runtime/open-sandbox.js');
    const { paths } = services;
    const names = bankNames(services.host, paths);
    if (!names.includes(name)) throw noSuchBankError(name, names);
    await askYes(services, sandboxOperator.mayDeleteBank(name));
    const path = bankPath(paths, name);
    const { isInUse } = await import('../../sandbox/ledger/store.js');
    if (await isInUse(path)) {
      throw new PayctlError('REJECTED', sandboxOperator.bankInUse(name), {
        hint: sandboxOperator.endServe,
      });
    }
    for (const part of ['-wal', '-shm', '']) services.host.files.remove(path + part);
    await forgetCodes(services, name);
    return { data: { deleted: name } };
  },
});

function noSuchBankError(name: string, names: readonly (string | undefined)[]): PayctlError {
  const known = names.map((one) => one ?? sandboxOperator.sharedBank);
  const hint =
    known.length === 0 ? sandboxOperator.noBanks : sandboxOperator.banks(joinTexts(known, ', '));
  return new PayctlError('NOT_FOUND', sandboxOperator.noBank(name), { hint });
}

/** Forgets the codes that the bank no longer knows, so nobody can pay them. */
export async function forgetCodes(services: Services, name?: string): Promise<void> {
  const { SANDBOX_PROFILE } = await import('../../sandbox/seed/profile.js');
  const { fileCodes } = await import('../../state/codes.js');
  const codes = fileCodes(services.host.files, services.paths.state);
  await codes.forget(bankAddress(SANDBOX_PROFILE.baseUrl, name));
}

/** Looks for the maker of a code among the other banks of this machine. */
export function otherBanks(services: Services): MadeElsewhere {
  const { host } = services;
  const own = services.bankName();
  return async (payload) => {
    const { bankNames, openSandbox } = await import('../../runtime/open-sandbox.js');
    const { hasMade } = await import('../../sandbox/customer.js');
    for (const name of bankNames(host, services.paths)) {
      if (name === own) continue;
      const bank = await openSandbox(host, services.paths, name, {});
      try {
        if (await hasMade(bank, payload)) return madeByOtherError(name);
      } finally {
        bank.close();
      }
    }
    return undefined;
  };
}

function madeByOtherError(name: string | undefined): PayctlError {
  return name === undefined
    ? new PayctlError('REJECTED', customer.madeByShared, { hint: customer.payAtShared })
    : new PayctlError('REJECTED', customer.madeBy(name), { hint: customer.payAt(name) });
}

export const bankCommands: readonly Command[] = [list, remove];
