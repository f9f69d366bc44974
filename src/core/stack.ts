import { machine } from '../messages/machine.js';
import { PayctlError } from './errors.js';

/** What is said where the stack of this process is too small, and what to do about it. */
export const SMALL_STACK = {
  what: machine.smallStack,
  hint: machine.largerStack,
};

/** A sixth of Node's default. */
const LEAST_FRAMES = 1_800;
let isEnough = false;

/**
 * Throws CONFIG where the stack holds fewer frames (--stack-size, ulimit -s): a payment could crash
 * halfway. Looked at once, and only before what must not; it takes a hundredth of a start.
 */
export function requireStack(): void {
  if (isEnough) return;
  try {
    descend(LEAST_FRAMES);
    isEnough = true;
  } catch (error) {
    const { what, hint } = SMALL_STACK;
    const facts = { hint, executed: 'no', cause: error } as const;
    throw new PayctlError('CONFIG', machine.nothingSent(what), facts);
  }
}

function descend(frames: number): number {
  return frames === 0 ? 0 : 1 + descend(frames - 1);
}
