import { statementReference } from './entry.js';

/** What :86: tells of an entry; what it does not have is empty. */
export interface SwiftDetails {
  /** The payer's own reference of the payment (EREF). */
  reference: string;
  /** The payer's reference of the instruction (KREF, PREF). */
  instruction: string;
  text: string;
  counterparty: string;
}

/** Characters of a line that is continued by the next one. */
const FULL_LINE = 65;

export function swiftDetails(lines: readonly string[]): SwiftDetails {
  const joined = lines.join('');
  // A business code of three digits, then numbered subfields behind a mark of the bank's choice; few leave the code out.
  const [, mark] = /^(?:[0-9]{3}(?=[^0-9A-Za-z\s/])|(?=[?~^<]))(.)[0-9]{2}/.exec(joined) ?? [];
  if (mark !== undefined) return parseSubfields(joined, mark);
  if (CODEWORD.test(joined)) return parseCodewords(joined);
  return plainDetails(lines);
}

/** As the German DFÜ agreement numbers them: 20 to 29 and 60 to 63 are the purpose, 32 and 33 the name. */
function parseSubfields(text: string, mark: string): SwiftDetails {
  const fields = text
    .split(mark)
    .slice(1)
    .filter((field) => /^[0-9]{2}/.test(field))
    .map((field) => ({ number: Number(field.slice(0, 2)), value: field.slice(2) }));
  const of = (isWanted: (number: number) => boolean) =>
    fields.filter(({ number }) => isWanted(number)).map(({ value }) => value);
  const purpose = of((number) => (number >= 20 && number <= 29) || (number >= 60 && number <= 63));
  const name = of((number) => number === 32 || number === 33)
    .join('')
    .trim();
  return { ...parsePurpose(purpose.join('')), counterparty: name };
}

const PURPOSE = /(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC)[+:]/;

/** `EREF+A1KREF+…SVWZ+text`: each word up to the next. */
function parsePurpose(text: string): Omit<SwiftDetails, 'counterparty'> {
  const [before = '', ...parts] = text.split(PURPOSE);
  const values = pairs(parts);
  return {
    reference: statementReference(values.get('EREF')),
    instruction: statementReference(values.get('KREF')),
    text: values.size === 0 ? before.trim() : (values.get('SVWZ') ?? before).trim(),
  };
}

const CODEWORD =
  /\/(EREF|PREF|KREF|IREF|AREF|REMI|NAME|IBAN|BIC|CNTP|ORDP|BENM|MARF|CSID|TRTP|RTRN|TRCD|PURP|SVCL|ISDT|ULTC|ULTD|ULTB|OCMT|CHGS|EXCH|ADDR|SUBJ|BUSP|TYPE)\//;

/** `/EREF/A1/REMI/text/`: a value may have slashes, so only known words end one. */
function parseCodewords(text: string): SwiftDetails {
  const [before = '', ...parts] = text.split(CODEWORD);
  const values = pairs(parts);
  const codewordText = (word: string) => withoutSlashes(values.get(word) ?? '').trim();
  // `/REMI/USTD//text/`: the kind of the information stands before it.
  const remittance = codewordText('REMI').replace(/^(?:USTD|STRD(?:\/[A-Z]*)?)\/\//, '');
  return {
    reference: statementReference(codewordText('EREF')),
    instruction: statementReference(
      codewordText('PREF') || codewordText('KREF') || codewordText('IREF'),
    ),
    text: remittance || before.trim(),
    // Account, bank, name, city.
    counterparty: codewordText('NAME') || (codewordText('CNTP').split('/')[2] ?? ''),
  };
}

/** Without those around it. An expression for the last ones would try each slash of a long run in vain. */
function withoutSlashes(text: string): string {
  let [from, to] = [0, text.length];
  while (text[from] === '/') from += 1;
  while (to > from && text[to - 1] === '/') to -= 1;
  return text.slice(from, to);
}

/** Words and what follows them; the first of a word counts. */
function pairs(parts: readonly string[]): Map<string, string> {
  const values = new Map<string, string>();
  for (let at = 0; at < parts.length; at += 2) {
    const word = parts[at] ?? '';
    if (!values.has(word)) values.set(word, parts[at + 1] ?? '');
  }
  return values;
}

function plainDetails(lines: readonly string[]): SwiftDetails {
  const text = lines.reduce(
    (joined, line, at) =>
      joined + ((lines[at - 1]?.length ?? FULL_LINE) >= FULL_LINE ? '' : ' ') + line,
    '',
  );
  return { reference: '', instruction: '', text: text.trim(), counterparty: '' };
}
