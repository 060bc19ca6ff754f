/** Returns the URL of a server, without a slash at its end; an IPv6 host is in brackets. */
export function originOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
