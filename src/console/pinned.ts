import { PayctlError } from '../core/errors.js';
import { sha256 } from '../core/hash.js';
import type { Host } from '../host/host.js';
import { consoleRun } from '../messages/console-run.js';
import { type Profile, readProfile } from '../runtime/profile.js';
import type { Selection } from '../runtime/run-options.js';
import { describeDestination } from '../runtime/safety.js';
import type { Paths } from '../state/paths.js';

interface Run {
  host: Host;
  paths: Paths;
  selection: Selection;
}

/**
 * Holds every command of a run to the connection that its pages name. The settings file can change
 * while the console is open; a page that says Test must never lead to a call on a live profile.
 */
export class PinnedConnection {
  readonly #run: Run;
  /** As it was when this was made: what the pages say of it is what is compared. */
  readonly profile: Profile;
  /** Another one for any other address, environment or identity. */
  readonly mark: string;

  constructor(run: Run, profile: Profile) {
    this.#run = run;
    this.profile = profile;
    this.mark = connectionMark(profile);
  }

  static async open(run: Run): Promise<PinnedConnection> {
    const { host, paths, selection } = run;
    return new PinnedConnection(run, await readProfile(host, paths, selection));
  }

  /**
   * The machine as one command sees it: the profile by its name, and the settings exactly as they
   * were compared here, so that none changes in between. Rejects with CONFIG where they have.
   */
  async host(): Promise<Host> {
    const { paths, selection } = this.#run;
    const held = this.#hostWithSettings();
    const now = await readProfile(held, paths, selection).catch((error: unknown) => {
      if (error instanceof PayctlError) throw this.#changedError(error);
      throw error;
    });
    if (connectionMark(now) !== this.mark) throw this.#changedError();
    return held;
  }

  #hostWithSettings(): Host {
    const { host, paths, selection } = this.#run;
    const { name } = this.profile;
    const isNamed = selection.profile === undefined && name !== 'environment' && name !== 'sandbox';
    const settings = host.files.read(paths.configFile);
    const read = (path: string) =>
      path === paths.configFile ? settings?.slice() : host.files.read(path);
    return {
      ...host,
      env: isNamed ? { ...host.env, PAYCTL_PROFILE: name } : host.env,
      files: { ...host.files, read },
    };
  }

  #changedError(cause?: PayctlError): PayctlError {
    const { profile } = this;
    const message = consoleRun.settingsChanged(describeDestination(profile), profile.environment);
    return new PayctlError('CONFIG', message, { ...(cause && { cause }) });
  }
}

function connectionMark({ name, environment, readOnly, resolved: { values } }: Profile): string {
  return sha256(JSON.stringify([name, environment, readOnly, values]));
}
