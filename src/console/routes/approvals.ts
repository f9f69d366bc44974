import { approvalWords as words } from '../../messages/console-approvals.js';
import { fieldText, toDataRecords } from '../../web/data.js';
import type { CommandResult } from '../commands.js';
import type { RequestContext, Route, RouteResult } from '../console.js';
import { messagePage } from '../layout.js';
import { type ApprovalOutcome, isOwn, proposalPage, proposalsPage } from '../pages/approvals.js';
import { runAudited } from './audited.js';

/** What was proposed, and what a second person says of it. The commands decide who may release what. */
export const approvalRoutes: readonly Route[] = [
  { method: 'GET', path: '/approvals', act: 'look', answer: list },
  {
    method: 'GET',
    path: '/approvals/*',
    act: 'look',
    answer: (request) => show(request, request.rest),
  },
  { method: 'POST', path: '/approvals/release', act: 'release', answer: release },
  { method: 'POST', path: '/approvals/refuse', act: 'release', answer: refuse },
  { method: 'POST', path: '/approvals/withdraw', act: 'refund', answer: withdraw },
];

async function list({ commands, audit, frame, query }: RequestContext): Promise<RouteResult> {
  const isAll = query.has('all');
  const ran = await commands.run({
    command: ['approvals', 'list'],
    options: isAll ? {} : { open: true },
  });
  audit.write({ action: 'approvals', exit: ran.exit });
  return { page: proposalsPage(frame, { ran, isAll, page: query.get('page') }) };
}

async function show(
  request: RequestContext,
  id: string,
  decided?: ApprovalOutcome,
): Promise<RouteResult> {
  const { commands, audit, frame } = request;
  const ran = await commands.run({ command: ['approvals', 'show'], words: [id] });
  audit.write({ action: 'approval', what: id, exit: ran.exit });
  return { page: proposalPage(frame, id, ran, decided) };
}

async function release(request: RequestContext): Promise<RouteResult> {
  const id = request.field('id');
  const call = { command: ['approvals', 'release'], words: [id], isConfirmed: true };
  const ran = await runAudited(request, ['release', 'released'], { what: id }, call);
  return show(request, id, { said: describeEnding(ran), ran });
}

/** Not carried out is said only where that is certain. */
function describeEnding(ran: CommandResult): ApprovalOutcome['said'] {
  if (ran.exit === 0) return ['good', words.released];
  return ran.problem?.isUndone ? ['bad', words.notCarriedOut] : ['wait', words.stillOpen];
}

async function refuse(request: RequestContext): Promise<RouteResult> {
  const [id, note] = [request.field('id'), request.field('note')];
  const ran = await runAudited(
    request,
    ['refuse', 'refused-proposal'],
    { what: id },
    {
      ...{ command: ['approvals', 'refuse'], words: [id] },
      options: note === '' ? {} : { note },
    },
  );
  const said: ApprovalOutcome['said'] = ['wait', words.refused];
  return show(request, id, { ...(ran.problem ? {} : { said }), ran });
}

/** As refusing, by whoever proposed it. */
async function withdraw(request: RequestContext): Promise<RouteResult> {
  const { commands, field, frame, audit } = request;
  const id = field('id');
  const { data } = await commands.run({ command: ['approvals', 'show'], words: [id] });
  if (isOwn(frame, data) || frame.person.subject === undefined) return refuse(request);
  audit.write({ action: 'withdraw-refused', what: id });
  return { page: messagePage(words.notYours), status: 403 };
}

/** How many proposals wait for this person; undefined where they release nothing, or none can be read. */
export async function waitingFor({ commands, frame }: RequestContext): Promise<number | undefined> {
  if (!frame.may('release')) return undefined;
  const ran = await commands.run({ command: ['approvals', 'list'], options: { open: true } });
  if (ran.problem) return undefined;
  return toDataRecords(ran.data).filter(
    (one) => fieldText(one, 'state') === 'open' && !isOwn(frame, one),
  ).length;
}
