import type { StoreCheck } from '../admin.ts';

/** The numbers of errors in the origins of rows. */
export interface ImportProblems {
  /** Rows of an import that is not listed, or was undone. */
  readonly unlisted: number;
  /** Synced rows with the match key of an imported one. */
  readonly withKey: number;
  /** Recorded former values of rows that are removed or synced. */
  readonly leftChanges: number;
  /** Wallets with imported rows that are not marked as such. */
  readonly unflagged: number;
}

/** Returns the finding about the origins of all rows for `teller doctor`. */
export function describeOriginCheck(problems: ImportProblems, fix: boolean): StoreCheck {
  const name = 'imports';
  const { unlisted, withKey, leftChanges, unflagged } = problems;
  const found = [
    [unlisted, 'rows of an import that is not listed or was undone'],
    [withKey, 'synced rows with the key of an imported one'],
    [leftChanges, 'former values of rows that are no longer imported'],
    [unflagged, 'wallets with imported rows that are not marked as such'],
  ] as const;
  const list = found.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : []));
  if (list.length === 0) return { name, ok: true, detail: 'every imported row has its import' };
  return fix
    ? { name, ok: true, detail: `repaired: ${list.join(', ')}` }
    : { name, ok: false, detail: `${list.join(', ')}; repair them with --fix` };
}
