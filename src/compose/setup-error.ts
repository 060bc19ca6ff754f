/** Thrown if the configuration, the master key and the database do not fit together. */
export class SetupError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SetupError';
    this.code = code;
  }
}
