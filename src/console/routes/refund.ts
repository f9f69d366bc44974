import { inputText } from '../../bank/check.js';
import { loadCatalogue, loadReferences } from '../../bank/families.js';
import { payctl } from '../../core/command-line.js';
import { EXIT } from '../../core/errors.js';
import { withoutUndefined } from '../../core/fields.js';
import { toPlain } from '../../core/json.js';
import { wordedData } from '../../core/message.js';
import { findRefundable, type Refundable } from '../../investigate/refundable.js';
import { refundWords } from '../../messages/console-refund.js';
import { fieldText, getField } from '../../web/data.js';
import type { CommandCall, CommandProblem } from '../commands.js';
import type { RequestContext, Route, RouteResult } from '../console.js';
import { href } from '../format.js';
import { messagePage } from '../layout.js';
import {
  noRefundPage,
  proposedPage,
  type RefundLookup,
  type RefundOffer,
  refundedPage,
  refundPage,
  unsentPage,
} from '../pages/refund.js';
import { runAudited } from './audited.js';

export const refundRoutes: readonly Route[] = [
  { method: 'GET', path: '/refund', act: 'refund', answer: ask },
  { method: 'POST', path: '/refund', act: 'refund', answer: send },
];

async function ask(request: RequestContext): Promise<RouteResult> {
  const { frame, query, audit } = request;
  const id = (query.get('id') ?? '').trim();
  const lookup = await lookUp(request, id);
  audit.write({ action: 'refund-asked', what: id, exit: lookup.exit });
  if (lookup.taken !== undefined) return { to: href('/refund', { id: lookup.taken }) };
  if (lookup.refundable === undefined) return { page: noRefundPage(frame, id, lookup) };
  const offer = await prepareOffer(request, id, lookup.refundable);
  return {
    page: 'problem' in offer ? unsentPage(frame, id, offer.problem) : refundPage(frame, offer),
  };
}

/** What is sent follows from what the bank says now, and must be what the page restated. */
async function send(request: RequestContext): Promise<RouteResult> {
  const { frame, field, audit } = request;
  const id = field('id');
  const lookup = await lookUp(request, id);
  const { refundable, exit } = lookup;
  if (refundable === undefined) {
    audit.write({ action: 'refund-refused', what: id, exit });
    return { page: noRefundPage(frame, id, lookup) };
  }
  const amount = refundable.paid;
  if (field('offer') !== refundSeal(request, id, refundable)) {
    audit.write({ action: 'refund-refused', what: id, amount });
    return { page: messagePage(refundWords.changed), status: 409 };
  }
  const refund = withReason(refundCall(refundable), field('reason'));
  if (field('proposed') !== '') return propose(request, id, amount, refund);
  const ran = await request.refundLimit.within(frame.person, amount, (isPassed) => {
    const objection = async () => ((await isPassed()) ? refundWords.overLimit : undefined);
    const call = { ...refund, isConfirmed: true, objection };
    return runAudited(request, ['refund', 'refund-ended'], { what: id, amount }, call);
  });
  if (ran === undefined) {
    audit.write({ action: 'refund-refused', what: id, amount });
    return { page: messagePage(refundWords.overLimit), status: 409 };
  }
  return { page: refundedPage(frame, id, amount, ran) };
}

/** Above the limit a second person sends it. */
async function propose(
  { frame, commands, audit }: RequestContext,
  id: string,
  amount: string,
  refund: CommandCall,
): Promise<RouteResult> {
  const options = { ...refund.options, propose: true };
  const ran = await commands.run({ ...refund, options });
  audit.write({ action: 'propose', what: id, amount, exit: ran.exit });
  const proposal = fieldText(ran.data, 'proposal');
  return { page: proposedPage(frame, { id, amount, proposal, ran }) };
}

/** Why, in the words of the form. */
function withReason(refund: CommandCall, note: string): CommandCall {
  return note === '' ? refund : { ...refund, options: { ...refund.options, note } };
}

/** Closes over all that the page restates: of another amount, command or connection nothing is sent. */
function refundSeal(
  { frame, connection }: RequestContext,
  id: string,
  refundable: Refundable,
): string {
  const { paid, command, values } = refundable;
  return frame.token(JSON.stringify(['/refund', id, paid, command, values, connection]));
}

/**
 * What the bank says of a payment now, and how it can be refunded where it can: by its own reference
 * alone, never by another spelling that may fit a second payment too.
 */
async function lookUp({ commands }: RequestContext, id: string): Promise<RefundLookup> {
  const { ran, ticket } = await commands.investigate({ command: ['investigate'], typed: id });
  const { exit, problem } = ran;
  const { typed, id: found } = ticket?.evidence ?? {};
  const taken = typed === undefined ? undefined : found;
  const isItsOwn = ticket !== undefined && taken === undefined;
  const refundable = isItsOwn ? findRefundable(ticket.evidence, await loadReferences()) : undefined;
  const sentence = ticket?.report.verdict.sentence;
  return {
    exit,
    isKnown: SETTLED.includes(exit),
    ...withoutUndefined({ refundable, taken, problem, sentence }),
  };
}

/** Paid, refused or refunded, not found: the bank was asked, and its answer is final. */
const SETTLED: readonly number[] = [EXIT.SUCCESS, EXIT.REJECTED, EXIT.NOT_FOUND];

/** All of it: a bank that takes no part refuses one for good, and the reference is used up then. */
function refundCall({ command, values, amount, paid }: Refundable): CommandCall {
  if (amount === undefined) return { command, options: values };
  return { command, options: { ...values, [amount]: paid, expectAmount: paid } };
}

/** As the command would send it, which `--dry-run` shows; what it would refuse is not offered. */
async function prepareOffer(
  request: RequestContext,
  id: string,
  refundable: Refundable,
): Promise<RefundOffer | { problem: CommandProblem }> {
  const { commands, frame, place } = request;
  const refund = refundCall(refundable);
  const { data, problem } = await commands.run({ ...refund, isDry: true });
  if (problem) return { problem };
  const body = toPlain(wordedData(getField(data, 'dryRun.body') ?? null, frame.say));
  const fields = typeof body === 'object' && body !== null ? { ...body } : {};
  const words = refundable.command.join(' ');
  const operation = (await loadCatalogue()).find(({ command }) => command.join(' ') === words);
  const payee = (operation?.payee ?? []).flatMap((field) => {
    const value = inputText(fields, field);
    return value ? [[field, value] as const] : [];
  });
  const line = payctl`${await commands.commandLine(refund)}`;
  const isProposed = await request.refundLimit.isOver(frame.person, refundable.paid);
  const seal = refundSeal(request, id, refundable);
  return { ...refundable, id, payee, place, line, seal, isProposed };
}
