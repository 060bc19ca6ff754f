import { Fragment } from 'preact';

import { groupAmount } from '../format/amount.ts';

/** Maximum length of an amount that stays on one line. It fits on the screen of a phone. */
const UNBROKEN_LENGTH_MAX = 18;

/**
 * Shows an amount with all its digits, in groups of three. The gaps come from the style sheet, so that the
 * text to copy, search or read aloud contains no spaces.
 */
export function Amount({ value }: { readonly value: string }) {
  const { sign, whole, fraction } = groupAmount(value);
  const zeros = countTrailingZeros(fraction.join(''));
  const breaks = value.length > UNBROKEN_LENGTH_MAX;
  return (
    <span class="amount">
      {sign}
      <Groups groups={whole} zeros={0} breaks={breaks} />
      {fraction.length > 0 && '.'}
      <Groups groups={fraction} zeros={zeros} breaks={breaks} />
    </span>
  );
}

function countTrailingZeros(digits: string): number {
  let count = 0;
  while (digits.at(-1 - count) === '0') count += 1;
  return count;
}

interface GroupsProps {
  readonly groups: readonly string[];
  /** Number of trailing zeros. They are shown less prominently. */
  readonly zeros: number;
  readonly breaks: boolean;
}

function Groups({ groups, zeros, breaks }: GroupsProps) {
  let remaining = groups.join('').length - zeros;
  return groups.map((digits, index) => {
    const significant = Math.max(remaining, 0);
    remaining -= digits.length;
    return (
      <Fragment key={index}>
        {index > 0 && breaks && <wbr />}
        <span class={index > 0 ? 'group' : undefined}>
          {digits.slice(0, significant)}
          {significant < digits.length && <span class="zeros">{digits.slice(significant)}</span>}
        </span>
      </Fragment>
    );
  });
}
