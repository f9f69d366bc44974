import type { Keyring } from './keyring.js';
import type { Database } from './sqlite.js';

/**
 * The machine behind one plain object, so that tests and simulations control time, random numbers, disk
 * and terminal. Only `host/` and the start (`main.ts`, `start.ts`, …) touch the real one.
 */
export interface Host {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly platform: string;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Takes what programs that are started say on standard error; absent, it goes to that of this process. */
  readonly errorsOfPrograms?: Pick<Output, 'write'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly files: Files;
  readonly process: ProcessIdentity;
  readonly keyring: Keyring;
  /** Starts a pager; undefined where there is no such program. Absent where no terminal is this process's own. */
  openPager?(command: readonly string[]): Promise<Pager | undefined>;
}

/** The time, and waiting. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`, or at once when the signal aborts (never rejects). */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Random numbers, good enough for keys. */
export interface Random {
  bytes(count: number): Uint8Array;
}

export interface Input {
  readonly isTTY: boolean;
  /** All of it. Rejects with USAGE beyond `limit` bytes. */
  readAll(limit: number): Promise<Uint8Array>;
  chunks(): AsyncIterable<Uint8Array>;
}

export interface Output {
  readonly isTTY: boolean;
  /** Columns of the terminal; 80 where unknown. */
  readonly columns: number;
  /** Lines of the terminal; absent where unknown. */
  readonly rows?: number;
  /** Whether the reader has gone away: nothing more reaches anybody. */
  readonly isClosed?: boolean;
  /** Resolves when the stream has taken the text; a closed pipe is swallowed, never thrown. */
  write(text: string | Uint8Array): Promise<void>;
}

/** A program that shows a long text on the terminal a screen at a time. */
export interface Pager {
  /** Resolves when it has taken the text; once it has ended, that is swallowed. */
  write(text: string): Promise<void>;
  readonly isClosed: boolean;
  /** Tells it that nothing more comes; resolves when the person has left it. */
  end(): Promise<void>;
  kill(): void;
}

/** Tells a running process from one that has ended, even if its pid is used again. */
export interface ProcessIdentity {
  readonly self: ProcessMark;
  readonly operator: Operator;
  /** `unknown` for a mark of another host, boot or pid namespace, about which nothing can be found out here. */
  state(mark: ProcessMark): 'alive' | 'dead' | 'unknown';
  /**
   * Milliseconds since boot without sleep. It cannot be set, and is the same in all processes of
   * one boot and time namespace.
   */
  uptime(): number;
  /** As `uptime`, sleep included; undefined where the platform does not tell. */
  sinceBoot(): number | undefined;
}

/** For whom a process works: as the operating system knows them, and as they signed in to the console. */
export interface Operator {
  /** The account of this process, whatever the environment says. */
  user: string;
  /** Who became that user by sudo, as SUDO_USER says. */
  sudoUser?: string;
  /** Who signed in to the console, by the provider's subject and by name. */
  subject?: string;
  name?: string;
}

export interface ProcessMark {
  pid: number;
  /** Start time of the process, as the kernel counts it. */
  start: string;
  /** Host name, boot id, pid and time namespace: within them the pid means the same, and times compare. */
  boot: string;
}

/** Facts about a file. Times are milliseconds since the epoch, sizes bytes. */
export interface FileStat {
  mode: number;
  size: number;
  modifiedAt: number;
  /** When the file, or the entries of a directory, last changed; unlike `modifiedAt` it cannot be set. */
  changedAt: number;
  /** When it was made, where the file system knows: of a copy later than `modifiedAt`, which a copy keeps. */
  bornAt?: number;
  isFile: boolean;
  isDirectory: boolean;
  isSymbolicLink: boolean;
  isPipe: boolean;
  /** The owner is the user of this process, or root. */
  own: boolean;
  /** The owner is root, and the user of this process is not. */
  ofSystem: boolean;
  /** Others than the owner and root may write to it; a group with this user alone does not count. */
  othersWrite: boolean;
}

/** An open file, which stays the same when its name is given to another one. */
export interface OpenFile {
  /** Its current size in bytes. */
  size(): number;
  /** The bytes from a position on, at most `length`. */
  read(from: number, length: number): Uint8Array;
  close(): void;
}

/**
 * Durable files. Every write is complete (short writes are continued) and flushed before the call
 * returns; a failed flush is never retried. Files are 0600, directories 0700, symbolic links are
 * refused. Failures are PayctlError CONFIG that names the path.
 */
export interface Files {
  /** undefined where there is none. Refused (`Untrusted`) where others own it or may write to it. */
  read(path: string): Uint8Array | undefined;
  /** Follows symbolic links: for files that the caller was told to read. */
  readForeign(path: string, limit: number): Uint8Array | undefined;
  /**
   * Creates a file that appears at once and whole (temporary file, link, flush of file and
   * directory); false where it exists.
   */
  create(path: string, bytes: Uint8Array): boolean;
  /** Makes a hard link to a file; false where the name is taken. Not flushed: a power cut may undo it. */
  link(path: string, name: string): boolean;
  /** Whether both are names of one existing file. */
  isSameFile(path: string, name: string): boolean;
  /** Adds to the end of an existing file, flushed. */
  append(path: string, bytes: Uint8Array): void;
  /** As `append`, but a power cut may lose it. */
  appendUnflushed(path: string, bytes: Uint8Array): void;
  /** Old or new contents, never a mix (temporary file, flush, rename, flush of the directory). */
  replace(path: string, bytes: Uint8Array | Iterable<Uint8Array>): void;
  /** Opens a file to read it in pieces; undefined and refused as by `read`. */
  open(path: string): OpenFile | undefined;
  remove(path: string): void;
  /** Names in a directory, sorted; none where it does not exist. */
  list(directory: string): string[];
  /** As `list`, but one by one and unsorted: there may be very many. */
  names(directory: string): Iterable<string>;
  makeDirectory(path: string): void;
  /** Does not follow the last link. */
  stat(path: string): FileStat | undefined;
  /** Follows links: the file itself, for files that the caller was told to read. */
  statForeign(path: string): FileStat | undefined;
  chmod(path: string, mode: number): void;
  /**
   * The file system of a path (that may not exist yet) if its files end with the machine's or
   * container's run.
   */
  ephemeralFileSystem(path: string): 'tmpfs' | 'overlay' | undefined;
  /**
   * Opens a SQLite database in an existing file; absent where files are in memory. Rejects with
   * SqliteError.
   */
  openDatabase?(path: string): Promise<Database>;
}
