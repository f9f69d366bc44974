import { machine } from '../messages/machine.js';
import { PayctlError } from './errors.js';

/** The message that the stack of this process is too small, and its hint. */
export const smallStack = () => ({
  what: machine.smallStack,
  hint: machine.largerStack,
});

/** A sixth of what Node's default holds. */
const LEAST_FRAMES = 1_800;
let isEnough = false;

/**
 * Throws PayctlError CONFIG where the stack is too small (--stack-size, ulimit -s), so that no payment
 * crashes halfway. Checked once, and only before a payment, because it takes a hundredth of a start.
 */
export function requireStack(): void {
  if (isEnough) return;
  try {
    descend(LEAST_FRAMES);
    isEnough = true;
  } catch (error) {
    const { what, hint } = smallStack();
    const facts = { hint, executed: 'no', cause: error } as const;
    throw new PayctlError('CONFIG', machine.nothingSent(what), facts);
  }
}

function descend(frames: number): number {
  return frames === 0 ? 0 : 1 + descend(frames - 1);
}
