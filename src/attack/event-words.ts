import { joinTexts, type Message } from '../core/message.js';
import { attackEvents, attackReport } from '../messages/attack.js';
import type { Event } from './events.js';
import type { Finding } from './finding.js';

/** What a finding means; where only the clock is special, a day was not asked about, so the fix is known too. */
export function findingMeaning({
  class: name,
  scenario,
}: Pick<Finding, 'class' | 'scenario'>): Message {
  const isOfDay =
    (scenario === 'midnight' || scenario === 'evening') &&
    (name === 'paid-not-credited' || name === 'wrong-amount');
  return isOfDay
    ? joinTexts([attackReport[name], attackReport.dayOfPayment], ' ')
    : attackReport[name];
}

/** What was said or done. */
export function eventWords({ what, detail = '', times, other }: Event): Message {
  const parts = [
    attackEvents[what](detail),
    ...(other ? [attackEvents.other] : []),
    ...(times === undefined ? [] : [attackEvents.times(times)]),
  ];
  return joinTexts(parts, ', ');
}

/** An event in a line of its own. */
export function eventLine(event: Event): Message {
  const seconds = (event.ms / 1_000).toFixed(1).padStart(5);
  const who =
    event.from === event.to
      ? attackReport[event.from]
      : joinTexts([attackReport[event.from], attackReport[event.to]], ' → ');
  return joinTexts([`${seconds} s`, who, eventWords(event)], '  ');
}
