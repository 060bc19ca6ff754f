import { Fragment } from 'preact';

import { groupAmount } from '../format/amount.ts';

/** A longer amount may break between its groups; shorter ones fit on a phone. */
const UNBROKEN_LENGTH_MAX = 18;

/**
 * An amount with all its digits, in groups of three. The style sheet draws the gaps: what is copied,
 * searched or read aloud is the amount itself.
 */
export function Amount({ value }: { readonly value: string }) {
  const { sign, whole, fraction } = groupAmount(value);
  const zeros = countFinalZeros(fraction.join(''));
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

function countFinalZeros(digits: string): number {
  let count = 0;
  while (digits.at(-1 - count) === '0') count += 1;
  return count;
}

interface GroupsProps {
  readonly groups: readonly string[];
  /** Digits at the end that add nothing to the value; they are shown less prominently. */
  readonly zeros: number;
  readonly breaks: boolean;
}

function Groups({ groups, zeros, breaks }: GroupsProps) {
  let left = groups.join('').length - zeros;
  return groups.map((digits, index) => {
    const kept = Math.max(left, 0);
    left -= digits.length;
    return (
      <Fragment key={index}>
        {index > 0 && breaks && <wbr />}
        <span class={index > 0 ? 'group' : undefined}>
          {digits.slice(0, kept)}
          {kept < digits.length && <span class="zeros">{digits.slice(kept)}</span>}
        </span>
      </Fragment>
    );
  });
}
