import { fieldAt } from '../../bank/check.js';
import { loadCatalogue, loadReferences } from '../../bank/families.js';
import { at, fromPlain, textOf, toPlain } from '../../core/json.js';
import { shellWord } from '../../core/text.js';
import { type Refundable, refundableOf } from '../../investigate/give-back.js';
import type { Answer, Asked, Route } from '../console.js';
import { messagePage } from '../pages/message.js';
import { noRefundPage, type Offer, refundedPage, refundPage } from '../pages/refund.js';

export const refundRoutes: readonly Route[] = [
  { method: 'GET', path: '/refund', answer: ask },
  { method: 'POST', path: '/refund', answer: send },
];

async function ask(asked: Asked): Promise<Answer> {
  const { frame, query, audit } = asked;
  const id = query.get('id') ?? '';
  if (frame.readOnly) return refused(asked);
  const found = await refundable(asked, id);
  audit.write({ action: 'refund-asked', what: id });
  if (found === undefined) return { page: noRefundPage(frame, id) };
  return { page: refundPage(frame, await offerOf(asked, id, found)) };
}

/** What is sent follows from what the bank says now; of the form only the amount is taken. */
async function send(asked: Asked): Promise<Answer> {
  const { frame, form, commands, audit } = asked;
  if (frame.readOnly) return refused(asked);
  const id = form.fields.get('id') ?? '';
  const found = await refundable(asked, id);
  if (found === undefined) return { page: noRefundPage(frame, id) };
  const amount = form.fields.get('amount') ?? '';
  const argv = [...found.words, ...amountOf(found, amount), '--yes'];
  // Before the money moves: who sent it must be known even if this process ends now.
  audit.write({ action: 'refund', what: id });
  const ran = await commands.run({ argv });
  audit.write({ action: 'refund-ended', what: id, exit: ran.exit });
  return { page: refundedPage(frame, id, found.amount === undefined ? found.paid : amount, ran) };
}

function refused({ frame }: Asked): Answer {
  return { page: messagePage(frame, frame.words.readOnly), status: 403 };
}

async function refundable({ commands }: Asked, id: string): Promise<Refundable | undefined> {
  const { ticket } = await commands.investigate({ argv: ['investigate'], typed: id });
  return ticket && refundableOf(ticket.evidence, await loadReferences());
}

function amountOf({ amount: flag }: Refundable, amount: string): string[] {
  return flag === undefined ? [] : [`${flag}=${amount}`, `--expect-amount=${amount}`];
}

/** As the command would send it, which `--dry-run` shows. */
async function offerOf(asked: Asked, id: string, found: Refundable): Promise<Offer> {
  const { commands, place, program } = asked;
  const argv = [...found.words, ...amountOf(found, found.paid)];
  const { data } = await commands.run({ argv: [...argv, '--dry-run'] });
  const body = toPlain(at(data, 'dryRun.body'));
  const fields = typeof body === 'object' && body !== null ? { ...body } : {};
  const words = found.words.join(' ');
  const operation = (await loadCatalogue()).find(({ command }) =>
    words.startsWith(`${command.join(' ')} `),
  );
  const payee = (operation?.payee ?? []).flatMap((field) => {
    const value = textOf(fromPlain(fieldAt(fields, field) ?? null));
    return value ? [[field, value] as const] : [];
  });
  const command = [program, ...argv.map(shellWord)].join(' ');
  return { ...found, id, payee, place, command };
}
