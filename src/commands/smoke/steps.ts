import { EXIT } from '../../core/errors.js';
import { isRecord } from '../../core/fields.js';
import { jsonText } from '../../core/json.js';
import { type Data, joinTexts, Message, type Text } from '../../core/message.js';
import { smokeMessages as words } from '../../messages/smoke.js';
import type { Groups } from '../../runtime/command.js';
import type { Failure } from '../../runtime/failure.js';
import { wrongName } from '../../runtime/parse-named.js';
import { type Answered, runUnattended, type UnattendedRun } from '../../runtime/run-unattended.js';
import type { Plan } from '../../smoke/plan.js';
import type { StepCheck } from '../../smoke/read-plan.js';
import type { StepCalls, StepOutcome } from '../../smoke/run.js';
import { PlannedCalls } from './calls.js';

/** Checks the steps of a plan before anything is sent. */
export function checkFor(groups: Groups, isShipped: boolean): StepCheck {
  const calls = new PlannedCalls(groups, { isShipped });
  return async (step) => {
    const { command } = await calls.of(step);
    return (name) => wrongName(command, name);
  };
}

/** Runs the steps of a plan: each is a command with values. */
export function callsFor(groups: Groups, plan: Plan, caller: UnattendedRun): StepCalls {
  const calls = new PlannedCalls(groups, plan);
  return async (step, filling) => {
    const { command, given, risk } = await calls.of(step, filling);
    return {
      risk,
      run: async (env) => {
        const host = { ...caller.host, env };
        const connection = { ...caller.connection, verbose: 2 };
        return toAnswer(await runUnattended(command, given, { ...caller, host, connection }));
      },
    };
  };
}

function toAnswer({ exitClass, result, failure, data = '', notes }: Answered): StepOutcome {
  const outcome = result?.outcome;
  const code = outcome?.code ?? failure?.code ?? jsonText(outcome?.status?.code);
  return {
    exit: EXIT[exitClass],
    class: exitClass,
    code,
    state: outcome?.state,
    httpStatus: outcome?.http?.status ?? failure?.httpStatus,
    requestUId: outcome?.request.requestUId ?? failure?.requestUId,
    data,
    exchange: joinTexts(
      [...notes.map(({ text }) => text), ...(failure ? failureLines(failure) : [])],
      '\n',
    ),
  };
}

/** As a person reads an error: what happened, each field that is wrong, and what helps. */
function failureLines({ message, details, hint }: Failure): Text[] {
  const problems = Array.isArray(details) ? details : [];
  const fields = problems.map((one: Data) =>
    words.field(textAt(one, 'field'), textAt(one, 'message')),
  );
  return [message, ...fields, ...(hint === undefined ? [] : [words.hint(hint)])];
}

function textAt(data: Data, field: string): Text {
  const value = isRecord(data) ? data[field] : undefined;
  return value instanceof Message || typeof value === 'string' ? value : '';
}
