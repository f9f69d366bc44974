import { PayctlError } from '../core/errors.js';
import { sha256 } from '../core/hash.js';
import type { Host } from '../host/host.js';
import { consoleRun } from '../messages/console-run.js';
import { type Profile, readProfile } from '../runtime/profile.js';
import { placeOf } from '../runtime/safety.js';
import type { Services } from '../runtime/services.js';

/**
 * Holds every command of a run to the connection that its pages name. The settings file can change
 * while the console is open; a page that says Test must never lead to a call on a live profile.
 */
export class PinnedConnection {
  readonly #services: Pick<Services, 'host' | 'paths' | 'globals'>;
  /** As it was when this was made: what the pages say of it is what is compared. */
  readonly profile: Profile;
  /** Another one for any other address, environment or identity. */
  readonly mark: string;

  constructor(services: Pick<Services, 'host' | 'paths' | 'globals'>, profile: Profile) {
    this.#services = services;
    this.profile = profile;
    this.mark = markOf(profile);
  }

  static async open(
    services: Pick<Services, 'host' | 'paths' | 'globals'>,
  ): Promise<PinnedConnection> {
    const { host, paths, globals } = services;
    return new PinnedConnection(services, await readProfile(host, paths, globals));
  }

  /**
   * The machine as one command sees it: the profile by its name, and the settings exactly as they
   * were compared here, so that none changes in between. Rejects with CONFIG where they have.
   */
  async host(): Promise<Host> {
    const { paths, globals } = this.#services;
    const held = this.#held();
    const now = await readProfile(held, paths, globals).catch((error: unknown) => {
      if (error instanceof PayctlError) throw this.#changed(error);
      throw error;
    });
    if (markOf(now) !== this.mark) throw this.#changed();
    return held;
  }

  #held(): Host {
    const { host, paths, globals } = this.#services;
    const { name } = this.profile;
    const isNamed = globals.profile === undefined && name !== 'environment' && name !== 'sandbox';
    const settings = host.files.read(paths.configFile);
    const read = (path: string) =>
      path === paths.configFile ? settings?.slice() : host.files.read(path);
    return {
      ...host,
      env: isNamed ? { ...host.env, PAYCTL_PROFILE: name } : host.env,
      files: { ...host.files, read },
    };
  }

  #changed(cause?: PayctlError): PayctlError {
    const { profile } = this;
    const message = consoleRun.settingsChanged(placeOf(profile), profile.environment);
    return new PayctlError('CONFIG', message, { ...(cause && { cause }) });
  }
}

function markOf({ name, environment, readOnly, resolved: { values } }: Profile): string {
  return sha256(JSON.stringify([name, environment, readOnly, values]));
}
