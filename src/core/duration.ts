const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** `30s`, `2m`, `500ms`, `1h`, `+5d`, or a bare number of seconds, in milliseconds; undefined for anything else. */
export function millisecondsOf(text: string): number | undefined {
  const match = /^\+?([0-9]{1,9}(?:\.[0-9]{1,3})?)(ms|s|m|h|d)?$/.exec(text);
  const unit = UNITS[match?.[2] ?? 's'];
  return match && unit !== undefined ? Math.round(Number(match[1]) * unit) : undefined;
}

/** Whether a time limit of one attempt makes sense: above zero, and a day at most. */
export function isTimeLimit(ms: number): boolean {
  return ms > 0 && ms <= 86_400_000;
}
