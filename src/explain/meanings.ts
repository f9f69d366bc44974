import type { CodeList } from '../bank/define.js';
import { EXIT, EXIT_CLASSES, type ExitClass } from '../core/errors.js';
import type { Message } from '../core/message.js';
import { codeFixes, type codeKinds, exitFixes, exitMeanings } from '../messages/explaining.js';

/** Who can fix it; `unclear` where the code alone does not tell. */
type Fault = 'you' | 'bank' | 'customer' | 'network' | 'nobody' | 'unclear';

/** Of what it is a code. */
type CodeKind = CodeList | keyof typeof codeKinds;

/** Who says what it means. */
type CodeSource = 'specification' | 'public facts' | 'payctl';

/** What one code means in one place. The same code may mean other things elsewhere. */
export interface CodeMeaning {
  code: string;
  /** Another word for it: the class of an exit code. */
  name?: string;
  kind: CodeKind;
  /** The HTTP status that it comes with, where that makes the difference. */
  httpStatus?: number;
  meaning: Message;
  fault: Fault;
  /** What to do about it. */
  fix: Message;
  source: CodeSource;
}

/** `1000` or `400/1102` or several: `04, 05`. Without the last two nothing has to be done. */
type Row = readonly [codes: string, meaning: Message, fault?: Fault, fix?: Message];

/** The meanings of the codes of one kind. */
export function findMeanings(
  kind: CodeKind,
  source: CodeSource,
  rows: readonly Row[],
): CodeMeaning[] {
  return rows.flatMap(([codes, meaning, fault = 'nobody', fix = codeFixes.nothing]) =>
    codes.split(', ').map((name) => {
      const [, status, code = ''] = /^(?:(\d{3})\/)?(.+)$/.exec(name) ?? [];
      const about = { code, kind, meaning, fault, fix, source };
      return status === undefined ? about : { ...about, httpStatus: Number(status) };
    }),
  );
}

const FAULTS: Readonly<Record<ExitClass, Fault>> = {
  SUCCESS: 'nobody',
  INTERNAL: 'nobody',
  USAGE: 'you',
  CONFIG: 'you',
  AUTH: 'you',
  REJECTED: 'unclear',
  NOT_FOUND: 'unclear',
  RATE_LIMITED: 'you',
  PENDING: 'nobody',
  UNAVAILABLE: 'network',
  OUTCOME_UNKNOWN: 'network',
  PARTIAL: 'unclear',
  CONFLICT: 'you',
  TLS: 'you',
  BAD_DATA: 'bank',
  INTERRUPTED: 'nobody',
  TERMINATED: 'nobody',
};

/** The exits of this program. */
export const exits: readonly CodeMeaning[] = EXIT_CLASSES.map((name) => ({
  code: String(EXIT[name]),
  name,
  kind: 'exit code',
  meaning: exitMeanings[name],
  fault: FAULTS[name],
  fix: exitFixes[name],
  source: 'payctl',
}));
