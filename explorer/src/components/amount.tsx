import { Fragment } from 'preact';

import { groupAmount } from '../format/amount.ts';

/**
 * An amount with all its digits in groups of three, between which a long one may break. The style sheet
 * draws the gaps: what is copied, searched or read aloud is the amount itself.
 */
export function Amount({ value }: { readonly value: string }) {
  const { sign, whole, fraction } = groupAmount(value);
  const zeros = /\.\d*?(0+)$/.exec(value)?.[1]?.length ?? 0;
  return (
    <span class="amount">
      {sign}
      <Groups groups={whole} />
      {fraction.length > 0 && '.'}
      <Groups groups={fraction} zeros={zeros} />
    </span>
  );
}

/** @param zeros digits at the end that add nothing to the value; they are shown less prominently. */
function Groups({
  groups,
  zeros = 0,
}: {
  readonly groups: readonly string[];
  readonly zeros?: number;
}) {
  let left = groups.join('').length - zeros;
  return groups.map((digits, index) => {
    const kept = Math.max(left, 0);
    left -= digits.length;
    return (
      <Fragment key={index}>
        {index > 0 && <wbr />}
        <span class={index > 0 ? 'group' : undefined}>
          {digits.slice(0, kept)}
          {kept < digits.length && <span class="zeros">{digits.slice(kept)}</span>}
        </span>
      </Fragment>
    );
  });
}
