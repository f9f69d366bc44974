// @ts-check
// The product charges once for each shape of a charge (operation, end, machine, user), with values
// that stand for others. Further charges of that shape put their own values in their place, and are
// chained, sealed and hashed by the product: a fifth of the time, so that millions can be made.
import { inputOf, recorderOf } from './recorder.mjs';
import { BASE_URL, reference, transactionId } from './shop.mjs';

/** No other text of a charge holds these. */
const SAMPLE = {
  number: 9_876_543_210,
  at: Date.parse('2001-02-03T04:05:06.000Z'),
  amount: '98765.43',
};
const MOMENT = '2001-02-03T0\\d:\\d\\d:\\d\\d\\.\\d{3}Z';
const REQUEST = '\\b[0-9A-V]{32}\\b';

/**
 * Makes the lines of any charge of the shop.
 *
 * @param {any} parts
 * @param {{ sealer: any, random: any, server: string }} store
 */
export function chargerOf(parts, { sealer, random, server }) {
  // What it would seal stays plain, to be sealed once it has the values of its own charge.
  const record = recorderOf(parts, {
    sealer: { seal: (_associated, bytes) => bytes },
    random,
    server,
  });
  const templates = new Map();
  return async (charge) => {
    const { operation: id, end, machine, user, isPending } = charge;
    const shape = [id, end, isPending, machine, user].join();
    const operation = await parts.families.loadOperation(id);
    if (!templates.has(shape)) {
      const sample = { ...charge, ...SAMPLE };
      templates.set(shape, templateOf(parts, operation, sample, await record(sample)));
    }
    return render(parts, { operation, template: templates.get(shape), sealer, random }, charge);
  };
}

function templateOf(parts, operation, sample, revisions) {
  const lines = revisions.flatMap(({ number, written }) =>
    written.map((line) => ({ revision: number, ...line })),
  );
  const texts = valuesOf(parts, operation, sample);
  const sums = lines.map(({ link }) => link.sum);
  const known = [...Object.values(texts), ...sums].map((text) => text.replace(/\W/g, '\\$&'));
  const pattern = new RegExp(`(${[...known, MOMENT, REQUEST].join('|')})`);
  const names = new Map([
    ...Object.entries(texts).map(([name, text]) => [text, { name }]),
    ...sums.map((sum, index) => [sum, { sum: index }]),
  ]);
  const cut = (text) =>
    text.split(pattern).map((part, index) => {
      if (index % 2 === 0) return part;
      if (/^2001-/.test(part)) return { after: Date.parse(part) - SAMPLE.at };
      return names.get(part) ?? { request: part };
    });
  const { end } = revisions.at(-1);
  const hashed = new Map(
    Object.entries(texts).map(([name, text]) => [parts.line.searchHash(text), { name }]),
  );
  for (const part of cut(JSON.stringify(end ?? null)).filter((one) => one.request)) {
    hashed.set(parts.line.searchHash(part.request), part);
  }
  return {
    lines: lines.map(({ revision, link, row: { original } }) => ({
      revision,
      content: cut(parts.json.stringifyJson(link.content)),
      after: Date.parse(link.content.at) - SAMPLE.at,
      ...(original && { original: cut(Buffer.from(original.sealed).toString()) }),
    })),
    ...(end && { end: cut(JSON.stringify({ ...end, hashes: undefined })) }),
    hashes: (end?.hashes ?? []).map((hash) => hashed.get(hash) ?? hash),
  };
}

/** The texts that are a charge's own. */
function valuesOf({ claim }, operation, charge) {
  const input = inputOf(operation, charge);
  const { key, contents } = claim.claimOf(BASE_URL, operation, input, reference(charge.number));
  const { amount, number } = charge;
  return {
    key,
    contents,
    amount,
    reference: reference(number),
    transaction: transactionId(number),
  };
}

function render(parts, { operation, template, sealer, random }, charge) {
  const texts = valuesOf(parts, operation, charge);
  const requests = new Map();
  const sums = [];
  const ownText = (part) => {
    if (typeof part === 'string') return part;
    if (part.name !== undefined) return texts[part.name];
    if (part.sum !== undefined) return sums[part.sum];
    if (part.after !== undefined) return new Date(charge.at + part.after).toISOString();
    const known = requests.get(part.request) ?? parts.generate.requestUId(random);
    requests.set(part.request, known);
    return known;
  };
  const fill = (cut) => cut.map(ownText).join('');
  const { key } = texts;
  const lines = template.lines.map(({ revision, content, after, original }, index) => {
    const { text, sum } = parts.sealed.sealLine(fill(content), 64);
    sums.push(sum);
    const associated = original && parts.own.associatedOriginal(BASE_URL, key, index + 1);
    const sealed = original && sealer.seal(associated, Buffer.from(fill(original)));
    return { revision, seq: index + 1, line: text.trimEnd(), at: charge.at + after, sealed };
  });
  if (template.end === undefined) return { key, lines, end: undefined };
  const hashes = template.hashes.map((hash) =>
    typeof hash === 'string' ? hash : parts.line.searchHash(ownText(hash)),
  );
  const end = { ...JSON.parse(fill(template.end)), hashes };
  return { key, lines, end };
}
