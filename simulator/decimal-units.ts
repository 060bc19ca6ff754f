/** Decimals of the finest unit that the simulator counts in (one wei of an 18-decimal token). */
export const UNIT_DECIMALS = 18;

/** Decimal text (`-12.5`) as a count of 10⁻¹⁸; throws a RangeError for other text. */
export function toUnits(text: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{0,18}))?$/.exec(text);
  if (match === null) throw new RangeError(`not a decimal of at most 18 digits: ${text}`);
  const units = BigInt((match[2] ?? '0') + (match[3] ?? '').padEnd(UNIT_DECIMALS, '0'));
  return match[1] === '-' ? -units : units;
}

/** Units as plain decimal text without trailing zeros: `1500000000000000000n` is `1.5`. */
export function fromUnits(units: bigint): string {
  const text = fixedFromUnits(units, UNIT_DECIMALS);
  return text.replace(/\.?0+$/, '');
}

/** Units as plain decimal text of exactly so many decimals; digits beyond them are cut off. */
export function fixedFromUnits(units: bigint, decimals: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(UNIT_DECIMALS + 1, '0');
  const whole = digits.slice(0, -UNIT_DECIMALS);
  const fraction = digits.slice(-UNIT_DECIMALS).slice(0, decimals);
  const sign = units < 0n ? '-' : '';
  return decimals === 0 ? sign + whole : `${sign}${whole}.${fraction}`;
}

/** Units cut down to so many decimals, towards zero. */
export function cutUnits(units: bigint, decimals: number): bigint {
  const step = 10n ** BigInt(UNIT_DECIMALS - decimals);
  return units - (units % step);
}
