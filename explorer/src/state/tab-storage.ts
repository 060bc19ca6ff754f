/** Returns the storage of this tab; `undefined` if the browser refuses it. */
export function findStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
