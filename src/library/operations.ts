import type * as z from 'zod/mini';
import type { Operation } from '../bank/define.js';
import type { ClientFamilies, KnownFields } from '../client/typed-client.js';

/** `ewallet.pay`, `qr.create`, …: every operation by its id. */
type Id = {
  [Family in keyof ClientFamilies]: `${Family}.${keyof OperationsOf<ClientFamilies[Family]> & string}`;
}[keyof ClientFamilies];

type OperationsOf<Family> = {
  [Name in keyof Family as Family[Name] extends Operation ? Name : never]: Family[Name];
};

type OperationOf<Of extends string> = Of extends `${infer Family}.${infer Name}`
  ? Family extends keyof ClientFamilies
    ? Name extends keyof ClientFamilies[Family]
      ? ClientFamilies[Family][Name]
      : never
    : never
  : never;

type IdWith<Kind> = { [Of in Id]: OperationOf<Of> extends Kind ? Of : never }[Id];

/** The operations that can move money. */
export type ChargeId = IdWith<{ effect: 'money' }>;
/** Of these, the ones that refund or reverse a charge. */
export type RefundId = IdWith<{ effect: 'money'; role: 'reversal' }>;
/** The operations that make something which is paid or confirmed later. */
export type CreateId = IdWith<{ effect: 'create' }>;
/** The operations that only read. */
export type InquireId = IdWith<{ effect: 'read' }>;

type Filled<Of> = Of extends { settings: infer Settings } ? keyof Settings : never;
type GeneratedFields<Of> = Of extends { generated: infer Generated } ? keyof Generated : never;
/** `payer` of `payer.taxId`. */
type Head<Path> = Path extends `${infer First}.${string}` ? First : Path;

type Partly<T> = T extends object ? { [K in keyof T]?: Partly<T[K]> } : T;

/** Fields with those left out that settings fill in or that are generated for each call. */
type WithDefaults<Fields, Names> = {
  [Name in keyof Fields as Name extends Names ? never : Name]: Fields[Name];
} & { [Name in keyof Fields as Name extends Names ? Name : never]?: Partly<Fields[Name]> };

/** The input of an operation: no other field than the specification's, which `extra` may add. */
export type InputOf<Of extends string> =
  OperationOf<Of> extends Operation<infer Input, infer _>
    ? WithDefaults<
        KnownFields<z.input<Input>>,
        Head<Filled<OperationOf<Of>> | GeneratedFields<OperationOf<Of>>>
      >
    : never;

/** `data` of its answer. */
export type DataOf<Of extends string> =
  OperationOf<Of> extends Operation<infer _, infer Data> ? z.output<Data> : never;
