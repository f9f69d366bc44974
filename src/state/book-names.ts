import { usageError } from '../core/errors.js';
import { bookStorage } from '../messages/book-storage.js';

const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$/;

/** A name is part of the name of a file, and of commands that a person pastes. */
export function isBookName(name: string): boolean {
  return NAME.test(name);
}

/** Throws USAGE. */
export function checkBookName(name: string): void {
  if (!isBookName(name)) {
    throw usageError(bookStorage.badName(name.slice(0, 100)), bookStorage.goodName);
  }
}
