import { isAbsolute, resolve } from 'node:path';
import * as z from 'zod/mini';
import { aFunction, checkSettings } from '../client/arguments.js';
import { isSettingName, SETTING_NAMES, type Settings } from '../config/settings.js';
import { configError, type PayctlError } from '../core/errors.js';
import { isRecord } from '../core/fields.js';
import { meant } from '../core/meant.js';
import { sayInCode } from '../core/message.js';
import type { Host } from '../host/host.js';
import { nodeHost } from '../host/node.js';
import { libraryMessages as says } from '../messages/library.js';
import { profilesMessages } from '../messages/profiles.js';
import { stateMessages } from '../messages/state.js';
import { UNATTENDED } from '../runtime/door.js';
import type { RunOptions } from '../runtime/run-options.js';
import { Services } from '../runtime/services.js';
import { withTrustedFiles } from '../state/own-files.js';
import type { PaymentsSettings } from './types.js';

/** What is no setting of a profile. */
const OWN = z.object({
  stateDir: z.optional(z.string()),
  retries: z.optional(z.int().check(z.minimum(0))),
  onWarning: z.optional(aFunction()),
});
const OWN_NAMES = Object.keys(OWN.shape);

/**
 * What the calls of one `createPayments` work with: the parts of a run of the command, on a machine without
 * variables, streams and signals. Throws CONFIG for settings that are wrong.
 */
export async function servicesFor(settings: PaymentsSettings): Promise<Services> {
  const { stateDir, retries, onWarning } = settings;
  const program = readSettings(settings);
  if (stateDir === undefined && program.store === undefined) {
    throw configError(says.noPlace, says.givePlace);
  }
  const options: RunOptions = {
    selection: { sandbox: false, settings: {}, program, ...(retries !== undefined && { retries }) },
    output: { format: 'json' },
    ...{ dryRun: false, isConfirmed: true, showPersonal: false },
  };
  const signal = AbortSignal.any([]);
  const signals = { first: signal, second: signal, received: undefined, inFlight: new Set() };
  const services = new Services(hostFor(stateDir), options, signals, {
    ...UNATTENDED,
    tell: async (text, kind) => {
      if (kind !== 'warning') return;
      try {
        await onWarning?.(sayInCode(text));
      } catch {
        // Who is warned of a payment must not stop it.
      }
    },
  });
  // What is wrong is said now, not by the first call.
  const connection = await services.connection();
  if (program.secretCommand === undefined) await connection.secret();
  await (await services.storeAccess())?.sealer();
  return services;
}

/** The settings of a profile, as text. Throws CONFIG for a name that there is not. */
function readSettings(settings: unknown): Settings {
  if (!isRecord(settings)) throw configError(says.noSettings);
  checkSettings(OWN, settings);
  const program: Settings = {};
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined || OWN_NAMES.includes(name)) continue;
    if (!isSettingName(name)) throw unknownNameError(name);
    if (typeof value !== 'string' && typeof value !== 'boolean') {
      throw configError(says.notText(name));
    }
    program[name] = String(value);
  }
  return program;
}

function unknownNameError(name: string): PayctlError {
  return configError(
    profilesMessages.noSetting(name),
    meant(name, [...SETTING_NAMES, ...OWN_NAMES], profilesMessages.settingsAre(SETTING_NAMES)),
  );
}

/** Of the environment only the home is read, for the state directory beside a store. */
function hostFor(stateDir: string | undefined): Host {
  const host = nodeHost();
  const { HOME, USERPROFILE } = host.env;
  if (stateDir !== undefined && !isAbsolute(stateDir)) {
    const hint = says.givePath(resolve(host.cwd, stateDir));
    throw configError(stateMessages.notAbsolute('stateDir', stateDir), hint);
  }
  return withTrustedFiles({ ...host, env: { HOME, USERPROFILE, PAYCTL_STATE_DIR: stateDir } });
}
