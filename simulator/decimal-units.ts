/** Decimals of the simulator's unit (one wei of an 18-decimal token). */
const UNIT_DECIMALS = 18;

/** Returns decimal text (`-12.5`) in units of 10⁻¹⁸. @throws {RangeError} for other text. */
export function toUnits(text: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{0,18}))?$/.exec(text);
  if (match === null) throw new RangeError(`not a decimal of at most 18 digits: ${text}`);
  const units = BigInt((match[2] ?? '0') + (match[3] ?? '').padEnd(UNIT_DECIMALS, '0'));
  return match[1] === '-' ? -units : units;
}

/** Returns units as plain decimal text without trailing zeros: `1500000000000000000n` is `1.5`. */
export function fromUnits(units: bigint): string {
  const text = fixedFromUnits(units, UNIT_DECIMALS);
  return text.replace(/\.?0+$/, '');
}

/** Returns units as plain decimal text with exactly this number of decimals; further digits are cut off. */
export function fixedFromUnits(units: bigint, decimals: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(UNIT_DECIMALS + 1, '0');
  const whole = digits.slice(0, -UNIT_DECIMALS);
  const fraction = digits.slice(-UNIT_DECIMALS).slice(0, decimals);
  const sign = units < 0n ? '-' : '';
  return decimals === 0 ? sign + whole : `${sign}${whole}.${fraction}`;
}

/** Returns units cut to this number of decimals, towards zero. */
export function cutUnits(units: bigint, decimals: number): bigint {
  const step = 10n ** BigInt(UNIT_DECIMALS - decimals);
  return units - (units % step);
}
