/**
 * Sends the request of a `curl` command, because the machine of a test may not have curl.
 *
 * @param variables the values of the shell variables in the command.
 */
export function fetchAsCurl(
  command: string,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<Response> {
  const filled = command.replaceAll(/\$(\w+)/g, (_all, name: string) => variables[name] ?? '');
  const url = /curl "([^"]*)"/.exec(filled)?.[1] ?? '';
  const headers = [...filled.matchAll(/-H "([^:]+): ([^"]+)"/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  );
  return fetch(url, { headers });
}
