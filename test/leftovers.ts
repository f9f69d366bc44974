/** Parts of the tests that are loaded once for all files of a worker register here what each file leaves behind. */
type Work = () => void | Promise<void>;

const leftovers: Work[] = [];

/** Done after the last test of the file; what came last goes first. */
export function afterFile(work: Work): void {
  leftovers.push(work);
}

export async function removeLeftovers(): Promise<void> {
  for (const work of leftovers.splice(0).reverse()) await work();
}
