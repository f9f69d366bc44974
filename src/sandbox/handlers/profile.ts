import { CUSTOMERS, MERCHANT_PROFILE } from '../seed/profiles.js';
import { type HandlerAnswer, Refusal } from '../server/answers.js';
import type { HandlerCall, Handlers } from './handler-context.js';

export const handlers: Handlers = { customer, merchant };

/** Only what a customer consented to: an application's own token has no customer behind it. */
function customer({ grant }: HandlerCall): HandlerAnswer {
  const profile = grant?.customer === undefined ? undefined : CUSTOMERS[grant.customer]?.profile;
  if (profile === undefined) {
    throw new Refusal(403, 9503, 'Invalid access rights: the customer has not consented');
  }
  return { data: { profile } };
}

function merchant(): HandlerAnswer {
  return { data: MERCHANT_PROFILE, codeAsText: true };
}
