import { Secret } from '../../client/connection.js';
import { nameProblem } from '../../config/names.js';
import { environmentSecret } from '../../config/secret-sources.js';
import { type SettingName, type Settings, setting, variableOf } from '../../config/settings.js';
import type { Message, Say, Text } from '../../core/message.js';
import type { Host } from '../../host/host.js';
import { input, password, select } from '../../host/prompt.js';
import { setup } from '../../messages/setup.js';

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

/** What `init` asks on a terminal. */
export class Questions {
  readonly #host: Host;
  readonly #say: Say;

  constructor(host: Host, say: Say) {
    this.#host = host;
    this.#say = say;
  }

  /** The first question: everything else depends on it. */
  start(): Promise<string> {
    return this.#select(setup.howToStart, { key: setup.haveKey, sandbox: setup.haveNone });
  }

  name(): Promise<string> {
    const options = {
      default: 'default',
      check: (text: string) => this.#sayIfAny(nameProblem(text)),
    };
    return input(this.#host, this.#say(setup.nameOfProfile), options);
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
      const answer = await input(this.#host, this.#say(setup.asked(name, meaning)), {
        ...(typeof former === 'string' && { default: former }),
        check: (text) => {
          if (text !== '') return this.#sayIfAny(check?.(text));
          return needed ? this.#say(setup.isNeeded) : undefined;
        },
      });
      if (answer !== '') settings[name] = answer;
    };
    await ask('baseUrl', true);
    settings.environment ??= await this.#select(setup.whichEnvironment, {
      test: setup.test,
      live: setup.live,
    });
    await ask('apiKey', true);
    const secret = await this.#secret(Object.keys(stored).length > 0);
    await this.#host.stderr.write(`${this.#say(setup.restOptional)}\n`);
    for (const name of LATER) await ask(name, false);
    // Last, because a single machine needs none.
    await ask('store', false);
    return { settings, ...(secret && { secret }) };
  }

  async #secret(exists: boolean): Promise<Secret | undefined> {
    const inEnvironment = environmentSecret(this.#host, variableOf('apiSecret'));
    if (inEnvironment) return inEnvironment;
    const question = this.#say(exists ? setup.secretKept : setup.secret);
    const text = await password(this.#host, question);
    return text === '' ? undefined : new Secret(text);
  }

  #select(question: Message, choices: Readonly<Record<string, Message>>): Promise<string> {
    const options = Object.entries(choices).map(([value, text]) => ({
      value,
      name: this.#say(text),
    }));
    return select(this.#host, this.#say(question), options);
  }

  #sayIfAny(problem: Text | undefined): string | undefined {
    return problem === undefined ? undefined : this.#say(problem);
  }
}
