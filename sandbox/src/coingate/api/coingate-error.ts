/** An error in CoinGate's format: https://developer.coingate.com/reference/common-errors */
export class CoingateError extends Error {
  readonly status: number;
  readonly reason: string;
  readonly errors: readonly string[];

  constructor(status: number, reason: string, message: string, errors: readonly string[] = []) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.errors = errors;
  }
}

/** Returns CoinGate's error 404 `RecordNotFound`; `what` names the record, for example `Order`. */
export function recordNotFound(what: string): CoingateError {
  return new CoingateError(404, 'RecordNotFound', `${what} does not exist`);
}

/** 422 for a status that does not allow the request, with the sandbox's message. */
export function wrongStatus(message: string): CoingateError {
  return new CoingateError(422, 'OrderStatusIsNotValid', message);
}
