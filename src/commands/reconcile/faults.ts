import { PayctlError } from '../../core/errors.js';
import { joinTexts } from '../../core/message.js';
import { visible } from '../../core/text.js';
import { reconcileMessages as words } from '../../messages/reconcile.js';
import { rejectedLines } from '../../messages/rejected-lines.js';
import { rejectedAt } from '../../reconcile/bad-line.js';
import { isBreak } from '../../reconcile/present.js';
import { controlFault } from '../../reconcile/read.js';
import type { Reconciled } from '../../reconcile/reconcile.js';
import type { Result } from '../../runtime/command.js';
import type { Services } from '../../runtime/services.js';

/** Says which lines cannot be read. */
export async function warnOfFaults(services: Services, { bad, inputs }: Reconciled): Promise<void> {
  for (const line of bad) await services.warn(rejectedAt(line));
  for (const { file, wrapped } of inputs) {
    for (const line of wrapped) {
      const fault = rejectedLines.wrapped;
      await services.warn(rejectedLines.at({ file: visible(file), line, fault }));
    }
  }
}

/** How a run ends whose records are these breaks, or none. */
export function exitFor(
  { inputs, bad, missing, records }: Reconciled,
  hasBreaks = records.some(({ kind }) => isBreak(kind)),
): Pick<Result, 'exit' | 'problem'> {
  const disagreeing = inputs.filter(({ control }) => control?.agrees === false);
  if (bad.length + disagreeing.length + missing.length === 0) {
    return { exit: hasBreaks ? 'PARTIAL' : 'SUCCESS' };
  }
  const unread = bad.length === 0 ? [] : [words.unread(bad.length)];
  const faults = [...unread, ...disagreeing.map(controlFault), ...missing];
  return {
    problem: new PayctlError('BAD_DATA', joinTexts(faults), { hint: words.restReconciled }),
  };
}
