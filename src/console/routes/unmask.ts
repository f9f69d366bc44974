import { uniqueBy } from '../../core/fields.js';
import { teamWords as words } from '../../messages/console-team.js';
import type { Answer, RequestContext, Route } from '../console.js';
import { messagePage } from '../layout.js';
import { unmaskedPage } from '../pages/unmask.js';

/** Who paid, unmasked. By a form: a link that somebody follows by accident shows nothing. */
export const unmaskRoutes: readonly Route[] = [
  { method: 'POST', path: '/unmask', act: 'unmask', answer: unmask },
];

async function unmask({ commands, field, audit }: RequestContext): Promise<Answer> {
  const id = field('id');
  const { ran, ticket } = await commands.investigate({ command: ['investigate'], typed: id });
  audit.write({ action: 'unmask', what: id, exit: ran.exit });
  const statements = ticket?.evidence.statements.filter(({ payer }) => payer) ?? [];
  if (statements.length === 0) return { page: messagePage(words.nothingMasked), status: 404 };
  const payers = uniqueBy(statements, ({ payer, transactionId }) => `${payer} ${transactionId}`);
  return { page: unmaskedPage(id, payers) };
}
