import { Secret } from '../../client/connection.js';
import { nameProblem } from '../../config/names.js';
import { environmentSecret } from '../../config/secret-sources.js';
import {
  type SettingName,
  type Settings,
  setting,
  settingVariable,
} from '../../config/settings.js';
import type { Host } from '../../host/host.js';
import { setup } from '../../messages/profile-commands.js';
import type { Interaction, Prompter } from '../../runtime/door.js';

/** Needed by some money commands only, so all may stay empty. */
const LATER: readonly SettingName[] = [
  'companyId',
  'terminalId',
  'billerId',
  'merchantId',
  'outTradeNoPrefix',
];

export interface Answers {
  settings: Settings;
  secret?: Secret;
}

export class InitQuestions {
  readonly #host: Host;
  readonly #door: Interaction;
  readonly #person: Prompter;

  constructor(host: Host, door: Interaction, person: Prompter) {
    this.#host = host;
    this.#door = door;
    this.#person = person;
  }

  /** The first question: everything else depends on it. */
  start(): Promise<string> {
    return this.#person.select(setup.howToStart, { key: setup.haveKey, sandbox: setup.haveNone });
  }

  name(): Promise<string> {
    return this.#person.input(setup.nameOfProfile, { default: 'default', check: nameProblem });
  }

  /**
   * Asks for what was not given, beginning with what everybody has.
   *
   * @param stored settings of the profile, offered as answers
   */
  async settings(given: Settings, stored: Readonly<Record<string, unknown>>): Promise<Answers> {
    const settings: Settings = { ...given };
    const ask = async (name: SettingName, needed: boolean): Promise<void> => {
      if (settings[name] !== undefined) return;
      const { meaning, check } = setting(name);
      const former = stored[name];
      const answer = await this.#person.input(setup.asked(name, meaning), {
        ...(typeof former === 'string' && { default: former }),
        check: (text) => {
          if (text !== '') return check?.(text);
          return needed ? setup.isNeeded : undefined;
        },
      });
      if (answer !== '') settings[name] = answer;
    };
    await ask('baseUrl', true);
    settings.environment ??= await this.#person.select(setup.whichEnvironment, {
      test: setup.test,
      live: setup.live,
    });
    await ask('apiKey', true);
    const secret = await this.#secret(Object.keys(stored).length > 0);
    await this.#door.tell(setup.restOptional, 'fact');
    for (const name of LATER) await ask(name, false);
    // Last, because a single machine needs none.
    await ask('store', false);
    return { settings, secret };
  }

  async #secret(exists: boolean): Promise<Secret | undefined> {
    const inEnvironment = environmentSecret(this.#host, settingVariable('apiSecret'));
    if (inEnvironment) return inEnvironment;
    const text = await this.#door.askSecret(exists ? setup.secretKept : setup.secret);
    return text ? new Secret(text) : undefined;
  }
}
