/** Paints text that is already safe and measured; plain where colours are off. */
export interface Style {
  head(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  waiting(text: string): string;
  faint(text: string): string;
}

export type ColourLevel = 0 | 1 | 2 | 3;

const PLAIN: Style = { head: same, good: same, bad: same, waiting: same, faint: same };

function same(text: string): string {
  return text;
}

/** Flag before FORCE_COLOR, NO_COLOR, TERM=dumb and terminal; asked per stream. */
export function colourLevel(
  stream: { readonly isTTY: boolean },
  env: Readonly<Record<string, string | undefined>>,
  wanted = true,
): ColourLevel {
  if (!wanted) return 0;
  if (env.FORCE_COLOR !== undefined) return forcedLevel(env.FORCE_COLOR);
  if (env.NO_COLOR || env.TERM === 'dumb' || !stream.isTTY) return 0;
  return 1;
}

function forcedLevel(value: string): ColourLevel {
  if (value === '0' || value === 'false') return 0;
  if (value === '2') return 2;
  return value === '3' ? 3 : 1;
}

export async function styleFor(level: ColourLevel): Promise<Style> {
  if (level === 0) return PLAIN;
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level });
  return {
    head: chalk.bold,
    good: chalk.green,
    bad: chalk.red,
    waiting: chalk.yellow,
    faint: chalk.dim,
  };
}

/** The words of states and classes, between spaces. */
const TONES = {
  good: ' SUCCESS TRADE_SUCCESS TRADE_FINISHED CONFIRM_COMPLETED INITIATE_COMPLETED SETTLED ACTIVE ACCC FULL SUCCEEDED SETTLED-EXECUTED PAID VERIFIED DONE OK YES ',
  bad: ' CANCELED CONFIRM_FAILED REJECTED REFUSED CONTRADICTED FAILED FAILURE INACTIVE RJCT CANC NOT_FOUND INTERNAL CONFLICT BAD_DATA TLS AUTH USAGE CONFIG ',
  waiting:
    ' USERPAYING CONFIRM_PROCESSING PENDING PDNG PARTIAL UNKNOWN IN-FLIGHT UNVERIFIED HINT OPEN OUTCOME_UNKNOWN RATE_LIMITED UNAVAILABLE WARNING ',
};

function findTone(value: string): keyof typeof TONES | undefined {
  if (value.includes(' ')) return undefined;
  const word = ` ${value.toUpperCase()} `;
  return (['good', 'bad', 'waiting'] as const).find((tone) => TONES[tone].includes(word));
}

const STATE_FIELD = /(?:state|status|class|outcome|transactionType|verdict|executed)$/i;

/** Colours the value of a status field; any other value stays plain. */
export function paintState(style: Style, field: string, shown: string, value: string): string {
  if (!STATE_FIELD.test(field)) return shown;
  const tone = findTone(value);
  return tone ? style[tone](shown) : shown;
}
