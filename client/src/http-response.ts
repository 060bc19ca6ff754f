/** A response with its complete body, which may be empty. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}
