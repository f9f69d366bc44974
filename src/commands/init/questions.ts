import { Secret } from '../../client/connection.js';
import { nameProblem } from '../../config/names.js';
import { givenSecret } from '../../config/secret-sources.js';
import { type SettingName, type Settings, setting } from '../../config/settings.js';
import type { Say, Text } from '../../core/message.js';
import type { Host } from '../../host/host.js';
import { input, password, select } from '../../host/prompt.js';
import { setup } from '../../messages/setup.js';

/** Of the money commands: which of them a partner uses is not known, so all may stay empty. */
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
    const options = { default: 'default', check: (text: string) => this.#said(nameProblem(text)) };
    return input(this.#host, this.#say(setup.nameOfProfile), options);
  }

  /**
   * Asks for what was not given, what a person has in hand first.
   *
   * @param known what the profile holds already; offered as the answer
   */
  async settings(given: Settings, known: Readonly<Record<string, unknown>>): Promise<Answers> {
    const settings: Settings = { ...given };
    const ask = async (name: SettingName, needed: boolean): Promise<void> => {
      if (settings[name] !== undefined) return;
      const { meaning, check } = setting(name);
      const held = known[name];
      const answer = await input(this.#host, this.#say(setup.asked(name, meaning)), {
        ...(typeof held === 'string' && { default: held }),
        check: (text) => {
          if (text !== '') return this.#said(check?.(text));
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
    const secret = await this.#secret(Object.keys(known).length > 0);
    await this.#host.stderr.write(`${this.#say(setup.restOptional)}\n`);
    for (const name of LATER) await ask(name, false);
    // One machine needs none: it is the last question.
    await ask('store', false);
    return { settings, ...(secret && { secret }) };
  }

  async #secret(exists: boolean): Promise<Secret | undefined> {
    const inEnvironment = givenSecret(this.#host, 'apiSecret');
    if (inEnvironment) return inEnvironment;
    const question = this.#say(exists ? setup.secretKept : setup.secret);
    const text = await password(this.#host, question);
    return text === '' ? undefined : new Secret(text);
  }

  #select(question: Text, choices: Readonly<Record<string, Text>>): Promise<string> {
    const named = Object.entries(choices).map(([value, text]) => ({
      value,
      name: this.#say(text),
    }));
    return select(this.#host, this.#say(question), named);
  }

  #said(problem: Text | undefined): string | undefined {
    return problem === undefined ? undefined : this.#say(problem);
  }
}
