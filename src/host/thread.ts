/** In a thread: does what comes, one after the other. What is thrown ends it, and fails what waits for it. */
export function serveThread<Given, Task, Done>(
  open: (given: Given) => (task: Task) => Promise<Done>,
): void {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
  const work = open(workerData);
  let last = Promise.resolve();
  parentPort?.on('message', (task: Task) => {
    last = last.then(async () => parentPort.postMessage(await work(task)));
  });
}
