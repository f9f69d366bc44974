/**
 * Time and processes of a simulation. Every process is one flow that either runs or waits for
 * virtual time, and only one runs at a time; so a seed gives the same interleaving on any machine.
 */
export interface World {
  now(): number;
  /** A process of its own; ends with the flow, or by `kill`. */
  spawn(flow: (process: Process) => Promise<void>): Process;
  /** At a moment, outside of all processes. */
  at(time: number, event: () => void): void;
  /** Until nothing is left to happen. */
  run(): Promise<void>;
}

export interface Process {
  readonly pid: number;
  alive: boolean;
  /** It came to its own end; neither this nor alive: it was killed. */
  ended: boolean;
  kill(): void;
  /** Waits in virtual time; a dead process waits for ever. */
  sleep(ms: number): Promise<void>;
}

/** Thrown into whatever a killed process was doing; the dead do nothing after it. */
export class Killed extends Error {}

export function createWorld(start: number): World {
  let now = start;
  let running = 0;
  let order = 0;
  let pids = 0;
  const agenda: { time: number; order: number; event: () => void }[] = [];
  const failures: unknown[] = [];

  function at(time: number, event: () => void): void {
    agenda.push({ time: Math.max(time, now), order: order++, event });
  }

  function spawn(flow: (process: Process) => Promise<void>): Process {
    let busy = true;
    running += 1;
    const pause = (): void => {
      if (busy) running -= 1;
      busy = false;
    };
    const process: Process = {
      pid: ++pids,
      alive: true,
      ended: false,
      kill() {
        process.alive = false;
        pause();
      },
      sleep(ms) {
        return new Promise((wake) => {
          pause();
          if (!process.alive) return;
          at(now + ms, () => {
            if (!process.alive) return;
            busy = true;
            running += 1;
            wake();
          });
        });
      },
    };
    void flow(process).then(
      () => {
        process.ended = process.alive;
        process.kill();
      },
      (error: unknown) => {
        if (process.alive) failures.push(error);
        process.kill();
      },
    );
    return process;
  }

  return {
    now: () => now,
    at,
    spawn,
    async run() {
      for (;;) {
        while (running > 0) await new Promise((resolve) => setImmediate(resolve));
        if (failures.length > 0) throw failures[0];
        agenda.sort((a, b) => a.time - b.time || a.order - b.order);
        const next = agenda.shift();
        if (next === undefined) return;
        now = next.time;
        next.event();
      }
    },
  };
}
