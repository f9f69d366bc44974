import { Message, type NamedBank, type Say, type Text, type Voice } from './message.js';
import { shellWord, visible } from './text.js';

/** A text, or the words of a list, in quotes where the shell needs them; a message as it is worded. */
type Value = string | number | readonly string[] | Message;

/** What a command begins with, in a run that goes to this bank. */
type Beginning = (connection: NamedBank) => readonly string[];

type Tag = (literals: TemplateStringsArray, ...values: readonly Value[]) => CommandLine;

/**
 * A command for people to paste. It is worded at the door, which knows the profile of the run. Alone it
 * is a hint; in a sentence it is part of a `phrase`.
 */
export class CommandLine extends Message {
  readonly #literals: readonly string[];
  readonly #begin: Beginning;
  readonly #inCode: Text | undefined;

  /** @param inCode what a program does instead; the same where undefined */
  constructor(
    literals: readonly string[],
    values: readonly unknown[],
    begin: Beginning,
    inCode?: Text,
  ) {
    super('', '', '', values);
    this.#literals = literals;
    this.#begin = begin;
    this.#inCode = inCode;
  }

  /** With what a program does instead. */
  inCode(inCode: Text): CommandLine {
    return new CommandLine(this.#literals, this.values, this.#begin, inCode);
  }

  override wordedBy(say: Say, voice: Voice): string {
    const inCode = voice.reader === 'code' ? this.#inCode : undefined;
    return inCode === undefined ? this.line(say, voice) : say(inCode);
  }

  /** The command itself, whoever reads it. */
  line(say: Say, { connection = {}, showCommand = (line) => line }: Voice): string {
    const words = this.#literals.reduce((before, literal, index) => {
      const value = argument(this.values[index - 1], say);
      // An option that is not given leaves no gap.
      return (value === '' ? before.trimEnd() : before + value) + literal;
    });
    return showCommand([...this.#begin(connection), words].join(' '));
  }

  override map(change: (text: Text) => Text): CommandLine {
    return new CommandLine(
      this.#literals,
      this.changedValues(change),
      this.#begin,
      this.#inCode === undefined ? undefined : change(this.#inCode),
    );
  }
}

function argument(value: unknown, say: Say): string {
  if (value instanceof Message) return say(value);
  const words: readonly unknown[] = Array.isArray(value) ? value : [value];
  return words.map((word) => shellWord(visible(String(word)))).join(' ');
}

function tagFor(begin: Beginning, inCode?: Text): Tag {
  return (literals, ...values) => new CommandLine(literals, values, begin, inCode);
}

function payctlOn({ sandbox = false, profile }: NamedBank): string[] {
  if (sandbox) return ['payctl', '--sandbox'];
  return profile === undefined ? ['payctl'] : ['payctl', '-p', profile];
}

/** Where settings come from the environment alone there is no profile to name. */
function connectionTo(profile: string): NamedBank {
  if (profile === 'environment') return {};
  return profile === 'sandbox' ? { sandbox: true } : { profile };
}

/** A program runs no command of payctl. */
const NO_PROGRAM = '';

/** A command of payctl on the profile of the run: payctl`journal show ${reference}`. */
export const payctl: Tag & {
  /** For commands that need none, or all. */
  readonly withoutProfile: Tag;
  /** For commands that change settings: those of the sandbox are built in, so that the usual profile is meant. */
  readonly ofSettings: Tag;
  /** On the profile of this name. */
  readonly on: (profile: string) => Tag;
} = /* @__PURE__ */ Object.assign(tagFor(payctlOn, NO_PROGRAM), {
  withoutProfile: tagFor(() => ['payctl'], NO_PROGRAM),
  ofSettings: tagFor(({ profile }) => payctlOn({ profile }), NO_PROGRAM),
  on: (profile: string) => tagFor(() => payctlOn(connectionTo(profile)), NO_PROGRAM),
});

/** A command of another program: shell`chmod 600 ${file}`. */
export const shell: Tag = /* @__PURE__ */ tagFor(() => []);

/** A sentence with commands in it: phrase`${payctl`journal verify`} shows where`. */
export function phrase(
  literals: TemplateStringsArray,
  ...values: readonly (Text | number)[]
): Message {
  return new Phrase(
    literals,
    values.map((value) => (typeof value === 'number' ? String(value) : value)),
  );
}

class Phrase extends Message {
  readonly #literals: readonly string[];
  readonly #texts: readonly Text[];

  constructor(literals: readonly string[], texts: readonly Text[]) {
    super('', '', '', texts);
    this.#literals = literals;
    this.#texts = texts;
  }

  override wordedBy(say: Say, voice: Voice): string {
    const shown = this.#texts.map((text) =>
      text instanceof CommandLine ? text.line(say, voice) : say(text),
    );
    return this.#literals.reduce((before, literal, index) => before + shown[index - 1] + literal);
  }

  override map(change: (text: Text) => Text): Phrase {
    return new Phrase(this.#literals, this.#texts.map(change));
  }
}
