import type { ArmedKill, ClockMoment, Step } from './scenario.js';

/** Where orders wait for one another: the clock goes on, or the application is killed, once for all of them. */
export type MeetingPoint = ClockMoment | KillPoint;
type KillPoint = ArmedKill | 'asking-again' | 'idle';

/** The point to which an order comes by a step; undefined for a step that waits for nobody. */
export function pointAt(steps: readonly Step[], index: number): MeetingPoint | undefined {
  const step = steps[index];
  if (step?.do === 'clock') return step.at;
  const at = killAt(steps, index);
  // An application that asks about one order after the other is not at two questions at once.
  return at === 'asking' && step?.do === 'confirm' && step.of ? 'asking-again' : at;
}

/** At which moment of this step the application is killed: a confirmation is told so by the step before. */
export function killAt(steps: readonly Step[], index: number): ArmedKill | 'idle' | undefined {
  const [before, step] = [steps[index - 1], steps[index]];
  if (step?.do === 'kill') return step.at === 'idle' ? 'idle' : undefined;
  const isArmed = step?.do === 'confirm' && before?.do === 'kill';
  return isArmed && before.at !== 'created' && before.at !== 'idle' ? before.at : undefined;
}
