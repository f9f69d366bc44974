import type * as z from 'zod/mini';
import type { Problem } from '../core/errors.js';
import type { Fields } from '../core/fields.js';
import type { Json } from '../core/json.js';
import type { Message } from '../core/message.js';
import type { BankStatus, CallContext } from './answers.js';
import type { Ask, KnownTexts, PaymentKind, PaymentReaders, Reference } from './reference.js';

/** What a call may do at the bank. It alone decides safety; the HTTP method never does. */
type Effect = 'read' | 'create' | 'money' | 'auth';

/** What a call is for. */
type Role = 'payment' | 'reversal' | 'creation' | 'inquiry' | 'registration' | 'profile' | 'token';

/**
 * What the header `resourceOwnerId` holds ("Common request headers"): the API key; the hash of the
 * user id or else the application id; or the value that the token response had in its header of that
 * name.
 */
type Owner = 'apiKey' | 'application' | 'customer';

/** Allowed values of the header `accept-language` ("Common request headers"). */
export type AcceptLanguage = 'EN/TH' | 'en/th' | 'th';

export const ACCEPTED_LANGUAGES: Readonly<Record<AcceptLanguage, readonly string[]>> = {
  'EN/TH': ['EN', 'TH'],
  'en/th': ['en', 'th'],
  th: ['th'],
};

/**
 * Whose token is used: the user's where there is one, else the application's; none for the token
 * endpoint ("Authentication").
 */
type Subject = 'user' | 'application' | 'none';

export type { Fields };

/** The lists of codes with which the bank says what is wrong. Only business codes are specified ("Errors"). */
export type CodeList =
  | 'business code'
  | 'transfer code'
  | 'direct-debit payment code'
  | 'direct-debit registration code';

/** What a rule may take into account beside the fields. */
export interface InputContext {
  environment: 'test' | 'live';
  /** Milliseconds since the epoch. */
  now: number;
  /** The fixed provider prefix of references in the test environment, where the profile has one. */
  outTradeNoPrefix?: string;
}

/**
 * The bank's answer that it does not have a record. Any other "not found" may come from a gateway or a
 * missing route, which know nothing of records.
 */
interface Absence {
  status: number;
  code: string;
}

/** How to learn what became of a money call whose answer was lost. */
export interface ResolvedBy {
  /** The reference by which an inquiry finds it. */
  reference: Reference;
  /** Its inquiries, where they are not those of the reference. */
  ask?: Ask;
  /**
   * What the inquiry's data proves about the lost call. undefined: nothing (an inquiry that shows
   * a payment says nothing of its refund).
   */
  verdict(data: Json): BankStatus | undefined;
  /**
   * The call's own `data`, made of the inquiry's; absent where both have one shape. null for each
   * field that the inquiry does not have, undefined where the call answers without data.
   */
  data?(inquired: Json): Json | undefined;
  /**
   * Milliseconds after sending from which two agreeing answers of `absence` prove that it was not
   * executed; undefined where nothing ever proves it.
   */
  absentAfterMs?: number;
}

/** A list that comes in pages, numbered from 1: the fields of input and data by which it is read. */
export interface Pages {
  /** Input fields. */
  number: string;
  size: string;
  /** Paths in the data of the list, and of the number of records on all pages. */
  records: string;
  total: string;
  /** A field around the data, which some answers have. */
  wrapper: string;
}

/** A reference by which an inquiry finds what was created. */
export interface CreatedReference {
  ask: Ask;
  value: string;
  known?: KnownTexts;
}

/**
 * One operation of the bank: everything else (command, flags, client method, sandbox route,
 * OpenAPI, docs, what may be repeated) is derived from this record.
 */
export interface Operation<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Data extends z.ZodMiniType = z.ZodMiniType,
> {
  /** `family.verb`, camelCase after the dot: `ewallet.pay`, `transfer.creditConfirm`. */
  readonly id: string;
  /** The words a person types, without `payctl`: `['transfer', 'credit', 'confirm']`. */
  readonly command: readonly string[];
  readonly aliases?: readonly (readonly string[])[];
  readonly method: 'GET' | 'POST';
  /** Further methods that the specification's own examples use. */
  readonly otherMethods?: readonly ('GET' | 'POST')[];
  /** Relative to the base URL, `{name}` for path fields. */
  readonly path: string;
  /** What people call such a charge; of operations that the journal keeps. */
  readonly name?: Message;
  /** One sentence for help. */
  readonly summary: string;
  /** More for help, where the specification has a limit or a trap that a person must know. */
  readonly notes?: readonly string[];
  /** false: the specification gives only the path, the fields come from public facts. */
  readonly specified: boolean;
  /** Not even the path is specified: it is known from public clients. */
  readonly unknownPath?: true;
  readonly effect: Effect;
  readonly role: Role;
  /** The kind of payment that it is about; `other` where it is about none. */
  readonly payment: PaymentKind;
  /** A reversal that refunds nothing: it closes what nobody has paid. */
  readonly closesUnpaid?: true;
  readonly owner: Owner;
  readonly language: AcceptLanguage;
  readonly subject: Subject;
  /** Requires user consent although no token goes with the call (it renews the user's). */
  readonly consented?: true;
  /** The embedded bank accepts any `resourceOwnerId`. */
  readonly anyOwner?: true;
  /** `requestUId` must be exactly 32 letters and digits. */
  readonly strictRequestUId?: true;
  /** The status of its answers has the code as text, and `details` where it refuses. */
  readonly detailedStatus?: true;
  /** A lost answer does no harm and the call may be made again, though it creates (drawing a QR). */
  readonly repeatable?: true;
  /** Of a repeatable operation: the input field whose value the bank accepts only once. */
  readonly unique?: string;
  /** Is made at most once for its reference, as a charge is: a later call moves money by what it creates. */
  readonly once?: true;
  /** The HTTP status of a success; 200 unless given. */
  readonly status?: 201;
  /** Sends content-type although it has no body ("GET /v1/shopapp/merchant/profile"). */
  readonly contentType?: true;
  /**
   * All fields that a caller decides, wherever they travel; a loose object, so that unknown fields
   * pass. Its output is what goes on the wire (amounts that are JSON numbers become exact numbers).
   */
  readonly input: Input;
  /**
   * Fields that do not travel in the body. Here and below, a nested field or data path is written
   * with dots (`bp.bpReference`), positions in arrays left out.
   */
  readonly travels?: Readonly<Record<string, 'path' | 'query' | 'header'>>;
  /** Where the bank's public key is configured, all fields but these travel encrypted (direct debit). */
  readonly clearFields?: readonly string[];
  /** The field that may be given without its flag, where that is not the reference. */
  readonly positional?: string;
  /** Fields whose default is a profile setting of this name. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Fields that are generated for each call unless given; a claim does not compare them. */
  readonly generated?: Readonly<
    Record<
      string,
      | 'channelDateTime'
      | 'outTradeNo'
      | 'refDateTime'
      | 'messageId'
      | 'bangkokDate'
      | 'partnerTransactionId'
    >
  >;
  /**
   * `data` of the answer; unknown fields pass, and types that contradict the specification where
   * the bank sends them.
   */
  readonly data: Data;
  /** Names the charge for its lifetime (outTradeNo, tokenizerId, refNumber, …). */
  readonly reference?: string;
  /**
   * The input field of the company that numbers those references: another company may use the same.
   * Absent where a reference is unique at the bank.
   */
  readonly company?: string;
  /** The input field that holds the amount, where one does. */
  readonly amount?: string;
  /** The input field that names its currency; baht where there is none. */
  readonly currency?: string;
  /** Input fields that say who is paid, shown before a person confirms. */
  readonly payee?: readonly string[];
  /**
   * Paths in the answer's data, or in each record of a list, that must equal an input field, where
   * both are present.
   */
  readonly echoes?: Readonly<Record<string, string>>;
  readonly readPayments?: PaymentReaders[string];
  /** Path in the answer's data of the bank's own id of the payment; `transactionId` by default. */
  readonly transaction?: string;
  /** The answer by which an inquiry proves that the bank does not have the record. */
  readonly absence?: Absence;
  /** A hint where "not found" may mean something else than a wrong reference. */
  readonly notFound?: Message;
  /** What the data of a valid answer report ("States and transitions"); where absent, a success. */
  bankStatus?(data: Json, request?: CallContext): BankStatus;
  /** Rules over several fields, and those of the test environment. */
  check?(input: Fields, context: InputContext): Problem[];
  /** Warnings about an input that is allowed (a refund after 23:00). */
  warn?(input: Fields, context: InputContext): Message[];
  readonly pages?: Pages;
  readonly resolution?: ResolvedBy;
  /**
   * The references under which the payment of a creation is known, from what was sent and the
   * data of the answer; several where any of them may be the one.
   */
  created?(sent: Fields, answer: Json): readonly CreatedReference[];
  readonly view: View;
  /** What the embedded bank does, for the documents. */
  readonly sandbox: string;
  /**
   * The lists that its error codes may be in, the likeliest first; absent where its data have no codes
   * that are documented.
   */
  readonly codes?: readonly CodeList[];
  /** An example of its `data`, for documents; by default the embedded bank answers one. */
  readonly answer?: object;
  /** A complete set of valid values for help, docs and tests, as strings. */
  readonly example: Readonly<Record<string, string>>;
}

/** What the types of the library tell apart: what a call may do, and which fields may be left out. */
export interface Kind {
  readonly effect: Effect;
  readonly role: Role;
  readonly settings?: Operation['settings'];
  readonly generated?: Operation['generated'];
}

/**
 * A record with the precise types of its schemas and its kind; `command` follows from the id unless given.
 */
export function operation<
  Input extends z.ZodMiniType,
  Data extends z.ZodMiniType,
  const Of extends Kind,
>(
  record: Omit<Operation<Input, Data>, 'command' | keyof Kind> &
    Partial<Pick<Operation, 'command'>> &
    Of,
): Omit<Operation<Input, Data>, keyof Kind> & Pick<Of, Extract<keyof Of, keyof Kind>> {
  return { ...record, command: record.command ?? commandName(record.id).split(' ') };
}

/** As a person types it: `transfer credit confirm` of `transfer.creditConfirm`. */
export function commandName(operation: string): string {
  return operation.replace('.', ' ').replace(/[A-Z]/g, ' $&').toLowerCase();
}

/** The part of a request that carries a field. */
export type FieldPlace = 'path' | 'query' | 'header' | 'body';

/** Where a field travels: as the record says, else in the query of a GET or in the body. */
export function fieldPlace(
  { travels, method: usual }: Operation,
  field: string,
  method?: string,
): FieldPlace {
  return travels?.[field] ?? ((method ?? usual) === 'GET' ? 'query' : 'body');
}

/** Where the shape of a call comes from ("Endpoints", "Endpoints known by path only"). */
export function shapeSource({
  specified,
  unknownPath,
}: Operation): 'specified' | 'path only' | 'public clients' {
  if (specified) return 'specified';
  return unknownPath ? 'public clients' : 'path only';
}

const SHAPES = {
  specified: [],
  'path only': [
    'The specification gives only the path of this call. Its fields come from public documents and may differ; unknown fields pass both ways.',
  ],
  'public clients': [
    'The specification does not have this call. Its path and fields come from public clients and may differ; unknown fields pass both ways.',
  ],
};

/** What help and the document say of a call whose shape the specification does not give. */
export function shapeNotes(operation: Operation): readonly string[] {
  return SHAPES[shapeSource(operation)];
}

/** How a table shows data. The labels are the field names of the specification, or shorter ones. */
export interface View {
  /** Path of the list in the data, where the data wraps one; a second `data` around it is accepted. */
  rows?: string;
  /** Fields shown first in a record, at any depth; in a list, exactly the columns. All fields by default. */
  fields?: readonly string[];
  /** Shorter column names for long fields; --columns takes both. */
  labels?: Readonly<Record<string, string>>;
  /** What people call the values of a field, in tables. */
  names?: Readonly<Record<string, Readonly<Record<string, Message>>>>;
  /**
   * Of lists: so many columns stay on a narrow terminal, the others may be left out. Without it all
   * stay, below one another.
   */
  keep?: number;
}

/** Columns by their labels, of which so many stay on a narrow terminal. */
export function labelledColumns(
  columns: readonly (readonly [field: string, label: string])[],
  keep: number,
): View {
  return { fields: columns.map(([field]) => field), labels: Object.fromEntries(columns), keep };
}
